import { violateOne } from '../violate/violateValues.ts';
import type { ViolationEdits } from '../violate/violationEdits.ts';

/** Makes a value violate the shape. */
export const propertyViolationEdits: ViolationEdits<'property'> = {
  edits: (goal) => violateOne(goal, [goal.constraint.shapeRef]),
};
