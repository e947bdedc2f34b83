import { cheapestFirst, type Fix } from '../../drafts/fix.ts';
import { describedValueRemovals, valuePlaceOf } from '../../drafts/valuePlace.ts';
import { betterValues } from '../conform/betterValues.ts';
import type { Candidates, Goal } from '../conform/candidates.ts';
import { weakIfExempting } from '../conform/exemptions.ts';
import { mostDescribedFirst } from '../conform/mostDescribedFirst.ts';

/** Completes or replaces the value so that it conforms to one of the shapes. */
export const orCandidates: Candidates<'or'> = {
  offers: [
    'what the value lacks to conform to one of the shapes, the least first',
    'what makes the value one of another kind, if nothing else helps',
    'another value that conforms to one and that the data supports',
    'removing the value, if it is not required',
  ],
  *fixes(goal) {
    const { value } = goal.violation;
    if (value === undefined) return;
    const place = valuePlaceOf(goal);
    yield* cheapestFirst(waysToOne(goal, value, place));
    if (place === undefined || goal.draft.fix.minted.includes(value)) return;
    yield* betterValues(goal, place, value);
    yield* describedValueRemovals(goal.draft, place, value, goal.constraint.shapeRefs);
  },
};

function* waysToOne(
  { constraint, draft, conform }: Goal<'or'>,
  value: number,
  place: Goal['via'],
): Iterable<Fix> {
  const { shapeRefs } = constraint;
  for (const shape of mostDescribedFirst(draft, value, shapeRefs)) {
    for (const fix of conform(value, shape, draft, place)) yield weakIfExempting(fix, value, draft);
  }
}
