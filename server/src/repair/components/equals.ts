import { type TermId, terms } from '../../rdf/terms.ts';
import { printPath } from '../../shacl/model/path.ts';
import { attachByPath } from '../drafts/attachmentPoints.ts';
import { detachments } from '../drafts/detachments.ts';
import { isDescribed } from '../drafts/draft.ts';
import type { Evidence } from '../drafts/evidence.ts';
import { type Fix, fixOfChange } from '../drafts/fix.ts';
import type { Goal, Via } from '../drafts/goal.ts';
import { acceptorAt } from '../drafts/requirements.ts';
import { replaceValue } from '../drafts/valuePlace.ts';
import type { ComponentRepair } from './component.ts';
import { comparedPlace } from './conform/comparedPlace.ts';
import { wrongSide } from './unknown.ts';
import { nearbyTerms, nearbyText } from './violate/nearbyTerms.ts';
import { slipsOf } from './violate/typingSlips.ts';
import {
  inventedFix,
  placeOfValues,
  usualValues,
  type ViolationGoal,
  valuesAt,
} from './violate/violationEdits.ts';

/** Adds the value to the side that lacks it, or makes two different values equal. */
export const equalsRepair: ComponentRepair<'equals'> = {
  offers: [
    'the value that one side lacks, copied from the other',
    'one value for both sides, where each has one that the other lacks',
    'removing the value that only one side has',
  ],
  *fixes(goal) {
    const { constraint, draft, violation } = goal;
    const { focusNode, path, sourceShape, value } = violation;
    if (value === undefined) return;
    const here = path && { focusNode, path, shape: sourceShape };
    const there = comparedPlace(violation, constraint.property);
    const values = path === undefined ? [focusNode] : draft.evaluator.values(focusNode, path);
    const others = draft.graph.objects(focusNode, constraint.property);
    const isHere = values.includes(value);
    const [own, other] = isHere ? [here, there] : [there, here];
    const lonely = isHere
      ? others.filter((each) => !values.includes(each))
      : values.filter((each) => !others.includes(each));
    const because = saying(goal);
    if (lonely.length === 0) {
      yield* copy(goal, other, value, because, 'implied');
    } else {
      // If the values differ rather than being missing, the user has to say which is right.
      for (const partner of lonely.length === 1 ? lonely : []) {
        yield* exchange(goal, other, partner, value);
        yield* exchange(goal, own, value, partner);
      }
      yield* copy(goal, other, value, because, 'plausible');
    }
    if (own) yield* detachments(draft, own, [value]);
  },
  /** Makes a value occur on one side only, by removing it from the other or adding a new one. */
  *violationEdits(goal) {
    const { constraint, focusNode, path, draft } = goal;
    const values = valuesAt(goal);
    const there = { focusNode, path: { kind: 'predicate', predicate: constraint.property } } as const;
    for (const value of values) {
      yield* detachments(draft, there, [value]);
      if (path !== undefined) yield* detachments(draft, { focusNode, path }, [value]);
    }
    for (const side of path === undefined ? [there] : [placeOfValues(goal)!, there]) {
      for (const value of [...usualValues(goal)].filter((other) => !values.includes(other))) {
        const added = attachByPath(draft.graph, side, value);
        if (added) yield fixOfChange({ added: [added], removed: [] }, 'placeholder');
      }
      for (const other of others(values, goal)) {
        const added = attachByPath(draft.graph, side, other);
        if (added) yield inventedFix({ added: [added], removed: [] }, other);
      }
    }
  },
  violatedBy: 'refusedValue',
  unknown: wrongSide,
};

/**
 * A node that has another value there may have been right, and one that nothing describes may be a slip, so that the
 * value may be too much on the side that has it.
 */
function* copy(
  { draft, violation }: Goal,
  to: Via | undefined,
  value: TermId,
  words: string,
  most: 'implied' | 'plausible',
): Iterable<Fix> {
  const { graph } = draft;
  const added = to && acceptorAt(draft, to)(value) ? attachByPath(graph, to, value) : undefined;
  if (added === undefined) return;
  const { subject, predicate } = added;
  const isOpen =
    graph.objects(subject, predicate).length === 0 &&
    (subject === violation.focusNode || isDescribed(draft, subject));
  yield fixOfChange({ added: [added], removed: [] }, isOpen ? most : 'plausible', { kind: 'equal', words });
}

function* exchange({ draft }: Goal, at: Via | undefined, from: TermId, to: TermId): Iterable<Fix> {
  const change = at && acceptorAt(draft, at)(to) ? replaceValue(draft, at, from, to) : undefined;
  if (change) yield fixOfChange(change, 'plausible', equal);
}

const equal: Evidence = { kind: 'equal', words: 'one value for both, as sh:equals asks' };

function saying({ constraint, draft, violation }: Goal<'equals'>): string {
  const { term } = draft.search;
  const { path } = violation;
  return path === undefined
    ? `sh:equals makes the node its own ${term(constraint.property)}`
    : `sh:equals gives ${printPath(path, term)} and ${term(constraint.property)} the same values`;
}

const maxOthers = 2;

/** Values that the place does not have: its own with a typing error, or what stands nearby. */
function others(values: readonly TermId[], goal: ViolationGoal): readonly TermId[] {
  const found = new Set<TermId>(values.flatMap((value) => slipsOf(value, goal).slice(0, 1)));
  for (const literal of nearbyTerms(goal)) {
    if (found.size >= maxOthers) break;
    found.add(literal);
  }
  if (found.size === 0) found.add(terms.literal(nearbyText(goal)));
  return [...found].filter((other) => !values.includes(other)).slice(0, maxOthers);
}
