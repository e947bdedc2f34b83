import { cheapestFirst, type Fix } from '../drafts/fix.ts';
import type { Goal } from '../drafts/goal.ts';
import { describedValueRemovals, valuePlaceOf } from '../drafts/valuePlace.ts';
import type { ComponentRepair } from './component.ts';
import { betterValues } from './conform/betterValues.ts';
import { weakIfExempting } from './conform/exemptions.ts';
import { mostDescribedFirst } from './conform/mostDescribedFirst.ts';
import { meantBranch } from './unknown.ts';
import { violateAll } from './violate/violateValues.ts';
import { placeOfValues, valuesAt } from './violate/violationEdits.ts';

/** Completes or replaces the value so that it conforms to one of the shapes. */
export const orRepair: ComponentRepair<'or'> = {
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
  /** Makes a value violate each of the shapes that it conforms to. */
  *violationEdits(goal) {
    const place = placeOfValues(goal);
    for (const value of valuesAt(goal))
      yield* violateAll({ ...goal, place }, value, goal.constraint.shapeRefs);
  },
  violatedBy: 'refusedValue',
  unknown: meantBranch,
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
