import { localName } from '../../rdf/iri.ts';
import { type TermId, terms } from '../../rdf/terms.ts';
import { pathValues } from '../../shacl/paths/pathValues.ts';
import { noChange } from '../drafts/change.ts';
import { detachments } from '../drafts/detachments.ts';
import { isDescribed, withFix } from '../drafts/draft.ts';
import { combineFixes, emptyFix, type Fix, fixOfChange } from '../drafts/fix.ts';
import { intermediateNodes } from '../drafts/intermediateNodes.ts';
import { renameNode } from '../drafts/renameNode.ts';
import { replaceValue, valuePlaceOf } from '../drafts/valuePlace.ts';
import type { Evidence } from '../evidence/evidence.ts';
import { isAnotherNode } from '../evidence/factsOfOthers.ts';
import { namespaceRelation } from '../evidence/namespaceRelation.ts';
import { labelsOf, nearestNames } from '../evidence/nearestNames.ts';
import { isOwnTerm } from '../evidence/ownTerms.ts';
import { siblingsOf } from '../evidence/pathUsage.ts';
import { attachWitness, requiredWitness } from '../values/knownValues.ts';
import { constraintsOfKind, type Requirements, requirementsAt } from '../values/requirements.ts';
import type { WantedValue } from '../values/wantedValue.ts';
import type { ComponentRepair } from './component.ts';
import type { Goal } from './conform/goal.ts';
import { missingValue } from './unknown.ts';
import { nearbyTerms } from './violate/nearbyTerms.ts';
import { toFillIn } from './violate/toFillIn.ts';
import { slipsOf } from './violate/typingSlips.ts';
import { isRepairing, usualValues, violateByWrongValue } from './violate/violationEdits.ts';

const maxExchanges = 6;
const maxSiblings = 100;

/** Adds the value, or replaces one that was meant to be it or that takes its place. */
export const hasValueRepair: ComponentRepair<'hasValue'> = {
  offers: [
    'the value that is required',
    'the required value in the place of one that is nearly written so',
    'the required value in the place of another one, where sh:maxCount leaves no room for both',
  ],
  *fixes(goal) {
    const { constraint, draft, violation } = goal;
    const { focusNode, path, sourceShape } = violation;
    if (path === undefined) {
      yield* exchangeFocus(goal);
      return;
    }
    const values = draft.evaluator.values(focusNode, path);
    const requirements = requirementsAt(draft, focusNode, path, sourceShape);
    const place = { focusNode, path, shape: sourceShape };
    const required = constraintsOfKind(requirements.unfolded, 'hasValue').map(({ value }) => value);
    const others = values.filter((value) => !required.includes(value));
    const meant = typoOf(goal, others);
    const isFull = values.length >= mostAllowed(requirements);
    if (!isFull && meant === undefined && others.length === 1 && isUsuallyAlone(goal)) {
      // Nodes of this kind have one value there, so a second one would contradict it.
      const change = isAnotherNode(draft, focusNode)
        ? undefined
        : replaceValue(draft, place, others[0]!, constraint.value);
      if (change) yield fixOfChange(change, 'plausible', reason());
      return;
    }
    const exchanged = isFull ? [...new Set([...(meant ? [meant] : []), ...others])] : meant ? [meant] : [];
    for (const value of exchanged.slice(0, maxExchanges)) {
      const change = replaceValue(draft, place, value, constraint.value);
      if (change === undefined) continue;
      if (value === meant) {
        yield fixOfChange(change, 'attested', {
          kind: 'likeName',
          words: 'the nearest to what sh:hasValue requires',
        });
      } else if (isAnotherNode(draft, focusNode)) {
        // What another node is does not change because the value is required.
      } else if (values.length === 1) {
        const words = 'required by sh:hasValue, and sh:maxCount leaves no room for both';
        yield fixOfChange(change, 'attested', reason(words));
      } else yield fixOfChange(change, 'plausible', reason());
    }
    if (isFull) return;
    const wanted: WantedValue = { ...place, requirements, taken: new Set(values) };
    const fix = addedAtEnd(goal, wanted);
    if (fix) yield meant === undefined ? fix : combineFixes(fix, fixOfChange(noChange, 'plausible'));
  },
  /** Removes the value; if it is the node itself, replaces the node. */
  *violationEdits(goal) {
    const { constraint, focusNode, path, draft } = goal;
    if (path !== undefined) {
      yield* detachments(draft, { focusNode, path }, [constraint.value]);
      return;
    }
    yield* violateByWrongValue(goal, function* (): Iterable<TermId> {
      yield* usualValues(goal);
      if (isRepairing(goal)) {
        yield toFillIn(constraint.value, draft);
        return;
      }
      yield* slipsOf(constraint.value, goal);
      yield* nearbyTerms(goal);
    });
  },
  violatedBy: 'removal',
  unknown: missingValue,
};

const requiredWords = 'required by sh:hasValue';

function reason(words = requiredWords): Evidence {
  return { kind: 'required', words };
}

/** The required value where a chain of nodes that the path follows ends, or else beside the first of them. */
function addedAtEnd(goal: Goal<'hasValue'>, wanted: WantedValue): Fix | undefined {
  const { path, focusNode } = wanted;
  if (path.kind !== 'zeroOrMore' && path.kind !== 'oneOrMore') return added(goal, wanted);
  const { graph } = goal.draft;
  const step = path.path;
  const nodes = pathValues(graph, focusNode, path).filter((node) => !terms.isLiteral(node));
  const [end, other] = nodes.filter((node) => pathValues(graph, node, step).length === 0);
  if (end === undefined || end === focusNode) return added(goal, wanted);
  const last = other === undefined ? added(goal, { ...wanted, focusNode: end }) : undefined;
  const first = last ?? added(goal, wanted);
  return first && combineFixes(first, fixOfChange(noChange, 'plausible'));
}

/** The required value at the end of the path, with the missing nodes on the way to it. */
function added({ draft, constraint }: Goal<'hasValue'>, wanted: WantedValue): Fix | undefined {
  const way = intermediateNodes(draft, wanted.focusNode, wanted.path);
  if (way === undefined) return undefined;
  const here = way === emptyFix ? draft : withFix(draft, way);
  const witness = requiredWitness(wanted, here, constraint.value);
  const fix = witness && attachWitness(wanted, here, witness);
  return fix && combineFixes(way, fix);
}

const leastAlone = 3;

/** True when the other nodes of the focus node's kind have the required value, and no other beside it. */
function isUsuallyAlone({ draft, constraint, violation }: Goal<'hasValue'>): boolean {
  const { focusNode, path } = violation;
  if (path === undefined) return false;
  const others = siblingsOf(draft, focusNode)
    .filter((other) => other !== focusNode)
    .slice(0, maxSiblings)
    .map((other) => pathValues(draft.search.input.dataGraph, other, path));
  const alone = others.filter(([only, more]) => only === constraint.value && more === undefined);
  return alone.length >= leastAlone && others.every((values) => values.length < 2);
}

function mostAllowed({ unfolded }: Requirements): number {
  return Math.min(...constraintsOfKind(unfolded, 'maxCount').map(({ count }) => count));
}

/**
 * A value that misspells the required one. A node that is described somewhere is no typo, nor is the term of another
 * publisher that has the same name.
 */
function typoOf(
  { draft, constraint, violation }: Goal<'hasValue'>,
  values: readonly TermId[],
): TermId | undefined {
  const { graph } = draft;
  const required = constraint.value;
  const mistyped = values.filter((value) => {
    if (terms.isLiteral(value)) return true;
    if (isDescribed(draft, value) || !terms.isIri(value)) return false;
    if (!terms.isIri(required) || isOwnTerm(draft, value, violation.rootFocusNode)) return true;
    return namespaceRelation(terms.value(value), terms.value(required)) !== 'foreign';
  });
  if (terms.isBlank(required)) return undefined;
  const names = [shortName(required), ...labelsOf(graph, required)];
  for (const name of names) {
    const [first, second] = nearestNames(name, mistyped, (value) => [shortName(value)]);
    if (first && (second === undefined || second.distance > first.distance)) return first.item;
  }
  return undefined;
}

function shortName(term: TermId): string {
  if (terms.isBlank(term)) return '';
  return terms.isIri(term) ? localName(terms.value(term)) : terms.value(term);
}

/** Handles a focus node that must be a certain term. */
function* exchangeFocus(goal: Goal<'hasValue'>): Iterable<Fix> {
  const { draft, constraint, violation } = goal;
  const place = valuePlaceOf(goal);
  const change = place
    ? replaceValue(draft, place, violation.focusNode, constraint.value)
    : renameNode(draft, violation.focusNode, constraint.value);
  if (change) yield fixOfChange(change, 'plausible', reason());
}
