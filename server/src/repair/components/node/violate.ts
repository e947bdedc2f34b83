import { sh } from '../../../rdf/vocab.ts';
import { violateOne } from '../violate/violateValues.ts';
import type { ViolationEdits } from '../violate/violationEdits.ts';

/** Makes a value violate the shape. */
export const nodeViolationEdits: ViolationEdits<'node'> = {
  kind: 'node',
  component: sh.NodeConstraintComponent,
  edits: (goal) => violateOne(goal, [goal.constraint.shapeRef]),
};
