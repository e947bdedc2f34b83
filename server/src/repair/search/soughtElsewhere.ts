import { mayBeSubclass } from '../../rdf/publishedVocabularies.ts';
import type { TermId } from '../../rdf/terms.ts';
import { rdf } from '../../rdf/vocab.ts';
import { isNowhereSubject, isOfDescribedVocabulary, isUndescribed } from '../../shacl/describedNodes.ts';
import { restsOn } from '../../shacl/results/restsOn.ts';
import { firstDraft } from '../drafts/draft.ts';
import type { RepairProblem, RepairRemedy } from '../repair.ts';
import { classesAsked } from './refusedValue.ts';

/** What a file that is not linked may say about a result. */
export type SoughtElsewhere = Extract<RepairRemedy, { readonly kind: 'link' }>;

/** Most results rest on one or two nodes. */
const maxNodes = 5;

/** The nodes without a description on which a result rests; undefined when there are none. */
export function undescribedNodes({ violation, recorded }: RepairProblem): SoughtElsewhere | undefined {
  const { input, evaluator } = recorded;
  const isMissing = (node: TermId) => isUndescribed(node, input);
  const unit = { graph: input.dataGraph, evaluator, isMissing };
  const nodes = evaluator.attributeTo(violation.constraint, () => restsOn(violation, unit));
  return nodes.size === 0 ? undefined : linkFor([...nodes]);
}

/**
 * The classes of a node that nothing is said about, where it is to be an instance of another class: they may be
 * subclasses of it.
 */
export function unknownClasses({ violation, recorded }: RepairProblem): SoughtElsewhere | undefined {
  const { constraint, value } = violation;
  if (constraint.kind !== 'class' || value === undefined) return undefined;
  const { input } = recorded;
  const types = input.dataGraph
    .objects(value, rdf.type)
    .filter(
      (type) =>
        isNowhereSubject(type, input) &&
        mayBeSubclass(type, constraint.class) &&
        !isOfDescribedVocabulary(type, input),
    );
  return types.length === 0 ? undefined : linkFor(types);
}

/** The class of the values that are missing, if no node of the unit is an instance of it. */
export function unknownInstances(problem: RepairProblem): SoughtElsewhere | undefined {
  const draft = firstDraft(problem);
  const [asked] = classesAsked(problem, draft);
  if (asked === undefined) return undefined;
  const types = draft.search.classes.subclasses(asked);
  const isKnown = [...types].some((type) => draft.graph.subjects(rdf.type, type).length > 0);
  return isKnown ? undefined : { kind: 'link', nodes: [], instancesOf: asked };
}

function linkFor(nodes: readonly TermId[]): SoughtElsewhere {
  return { kind: 'link', nodes: nodes.slice(0, maxNodes), instancesOf: undefined };
}
