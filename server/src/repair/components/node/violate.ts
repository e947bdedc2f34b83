import { sh } from '../../../rdf/vocab.ts';
import { violateOne } from '../violate/violateValues.ts';
import type { Break } from '../violate/violationEdits.ts';

/** Makes a value violate the shape. */
export const nodeBreak: Break<'node'> = {
  kind: 'node',
  component: sh.NodeConstraintComponent,
  breaks: (aim) => violateOne(aim, [aim.constraint.shapeRef]),
};
