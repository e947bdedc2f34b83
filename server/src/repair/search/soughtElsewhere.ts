import { mayBeSubclass } from '../../rdf/publishedVocabularies.ts';
import type { TermId } from '../../rdf/terms.ts';
import { rdf } from '../../rdf/vocab.ts';
import { isNowhereSubject, isUndescribed } from '../../shacl/describedNodes.ts';
import { restsOn } from '../../shacl/results/restsOn.ts';
import { firstDraft } from '../drafts/draft.ts';
import type { Remedy, RepairProblem } from '../repair.ts';
import { constraintsOfKind, requirementsAt } from '../values/requirements.ts';

/** What a file that is not linked may say about a result. */
export type SoughtElsewhere = Extract<Remedy, { readonly kind: 'link' }>;

/** Most results rest on one or two nodes. */
const maxNodes = 5;

/** The nodes without a description on which a result rests; undefined when there are none. */
export function undescribedNodes({ violation, recorded }: RepairProblem): SoughtElsewhere | undefined {
  const { input, evaluator } = recorded;
  const isMissing = (node: TermId) => isUndescribed(node, input);
  const unit = { graph: input.dataGraph, evaluator, isMissing };
  const nodes = evaluator.inNameOf(violation.constraint, () => restsOn(violation, unit));
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
    .filter((type) => isNowhereSubject(type, input) && mayBeSubclass(type, constraint.class));
  return types.length === 0 ? undefined : linkFor(types);
}

/** The class of the values that are missing, if no node of the unit is an instance of it. */
export function unknownInstances(problem: RepairProblem): SoughtElsewhere | undefined {
  const { focusNode, path, sourceShape } = problem.violation;
  if (path === undefined) return undefined;
  const draft = firstDraft(problem);
  const { unfolded } = requirementsAt(draft, focusNode, path, sourceShape);
  const { constraint } = problem.violation;
  const counted =
    constraint.kind === 'qualifiedMinCount' ? draft.search.shapes.get(constraint.shapeRef) : undefined;
  const [asked] = constraintsOfKind([...unfolded, ...(counted?.constraints ?? [])], 'class');
  if (asked === undefined) return undefined;
  const types = draft.search.classes.subclasses(asked.class);
  const isKnown = [...types].some((type) => draft.graph.subjects(rdf.type, type).length > 0);
  return isKnown ? undefined : { kind: 'link', nodes: [], instancesOf: asked.class };
}

function linkFor(nodes: readonly TermId[]): SoughtElsewhere {
  return { kind: 'link', nodes: nodes.slice(0, maxNodes), instancesOf: undefined };
}
