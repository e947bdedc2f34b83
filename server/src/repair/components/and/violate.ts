import { violateOne } from '../violate/violateValues.ts';
import type { ViolationEdits } from '../violate/violationEdits.ts';

/** Makes a value violate one of the shapes. */
export const andViolationEdits: ViolationEdits<'and'> = {
  edits: (goal) => violateOne(goal, goal.constraint.shapeRefs),
};
