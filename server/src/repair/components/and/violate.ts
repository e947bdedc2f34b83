import { sh } from '../../../rdf/vocab.ts';
import { violateOne } from '../violate/violateValues.ts';
import type { ViolationEdits } from '../violate/violationEdits.ts';

/** Makes a value violate one of the shapes. */
export const andViolationEdits: ViolationEdits<'and'> = {
  kind: 'and',
  component: sh.AndConstraintComponent,
  edits: (goal) => violateOne(goal, goal.constraint.shapeRefs),
};
