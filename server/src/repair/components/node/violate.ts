import { violateOne } from '../violate/violateValues.ts';
import type { ViolationEdits } from '../violate/violationEdits.ts';

/** Makes a value violate the shape. */
export const nodeViolationEdits: ViolationEdits<'node'> = {
  edits: (goal) => violateOne(goal, [goal.constraint.shapeRef]),
};
