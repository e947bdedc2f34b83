import { type TermId, terms } from '../../rdf/terms.ts';
import { attachByPath } from '../drafts/attachmentPoints.ts';
import { mergeChanges, noChange } from '../drafts/change.ts';
import type { Fix } from '../drafts/fix.ts';
import { replaceValue } from '../drafts/valuePlace.ts';
import { adjacentLiteral } from '../values/adjacentLiteral.ts';
import type { ComponentRepair } from './component.ts';
import { orderValues } from './conform/orderValues.ts';
import { wrongSide } from './unknown.ts';
import { nearbyText } from './violate/nearbyTerms.ts';
import { inventedFix, usualValues, type ViolationGoal, valuesAt } from './violate/violationEdits.ts';

/** Brings the value and the one that it is compared with into order. */
export const lessThanRepair = {
  offers: [
    'the same value with a datatype that can be compared',
    'the two values in each other’s place, where that is their order',
    'the nearest value that is in order, on either side, to be filled in',
    'removing a value on either side',
  ],
  fixes: orderValues,
  /** Two values in the wrong order. */
  violationEdits: disorderValues,
  violatedBy: 'refusedValue',
  unknown: wrongSide,
} satisfies ComponentRepair<'lessThan' | 'lessThanOrEquals'>;

/** Makes a left value not less than a right one, by replacing either or adding missing ones. */
function* disorderValues(goal: ViolationGoal<'lessThan' | 'lessThanOrEquals'>): Iterable<Fix> {
  const { constraint, focusNode, path, draft } = goal;
  if (path === undefined) return;
  const left = { focusNode, path, shape: constraint.shape };
  const right = {
    focusNode,
    path: { kind: 'predicate', predicate: constraint.property },
    shape: undefined,
  } as const;
  const [values, others] = [valuesAt(goal), draft.graph.objects(focusNode, constraint.property)];
  /** A value that is not above, or not below, another one: that value itself if it is already wrong. */
  const past = (value: TermId, direction: 'up' | 'down') =>
    constraint.kind === 'lessThan' ? value : adjacentLiteral(value, direction);
  for (const value of values) {
    for (const other of others) {
      const raised = past(other, 'up');
      const up = raised !== undefined && !values.includes(raised) && replaceValue(draft, left, value, raised);
      if (up) yield inventedFix(up, raised);
      const lowered = past(value, 'down');
      const down =
        lowered !== undefined && !others.includes(lowered) && replaceValue(draft, right, other, lowered);
      if (down) yield inventedFix(down, lowered);
    }
  }
  if (values.length > 0 && others.length > 0) return;
  // One side is empty: it gets a value that conflicts with the other. If both are empty, they get incomparable values.
  const [value] = values;
  const [other] = others;
  const newValue = value ?? (other && past(other, 'up')) ?? usual(goal);
  const newOther = other ?? (value && past(value, 'down')) ?? usual({ ...goal, path: right.path });
  const toLeft = value === undefined ? attachByPath(draft.graph, left, newValue) : undefined;
  const toRight = other === undefined ? attachByPath(draft.graph, right, newOther) : undefined;
  const change = [toLeft, toRight]
    .flatMap((triple) => triple ?? [])
    .reduce((all, triple) => mergeChanges(all, { added: [triple], removed: [] }), noChange);
  if (change.added.length > 0) yield inventedFix(change, ...change.added.map(({ object }) => object));
}

/** A value of others, or a text that stands nearby and compares with nothing but texts. */
function usual(goal: ViolationGoal): TermId {
  for (const value of usualValues(goal)) if (terms.isLiteral(value)) return value;
  return terms.literal(nearbyText(goal));
}
