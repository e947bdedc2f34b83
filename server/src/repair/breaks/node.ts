import { sh } from '../../rdf/vocab.ts';
import type { Break } from './break.ts';
import { violateOne } from './violateValues.ts';

/** Makes a value violate the shape. */
export const nodeBreak: Break<'node'> = {
  kind: 'node',
  component: sh.NodeConstraintComponent,
  breaks: (aim) => violateOne(aim, [aim.constraint.shapeRef]),
};
