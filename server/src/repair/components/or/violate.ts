import { violateAll } from '../violate/violateValues.ts';
import { placeOfValues, type ViolationEdits, valuesAt } from '../violate/violationEdits.ts';

/** Makes a value violate each of the shapes that it conforms to. */
export const orViolationEdits: ViolationEdits<'or'> = {
  *edits(goal) {
    const place = placeOfValues(goal);
    for (const value of valuesAt(goal))
      yield* violateAll({ ...goal, place }, value, goal.constraint.shapeRefs);
  },
};
