import { sh } from '../../../rdf/vocab.ts';
import { violateOne } from '../violate/violateValues.ts';
import type { ViolationEdits } from '../violate/violationEdits.ts';

/** Makes a value violate the shape. */
export const propertyViolationEdits: ViolationEdits<'property'> = {
  kind: 'property',
  component: sh.PropertyConstraintComponent,
  edits: (goal) => violateOne(goal, [goal.constraint.shapeRef]),
};
