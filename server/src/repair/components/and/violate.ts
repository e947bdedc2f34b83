import { sh } from '../../../rdf/vocab.ts';
import { violateOne } from '../violate/violateValues.ts';
import type { Break } from '../violate/violationEdits.ts';

/** Makes a value violate one of the shapes. */
export const andBreak: Break<'and'> = {
  kind: 'and',
  component: sh.AndConstraintComponent,
  breaks: (aim) => violateOne(aim, aim.constraint.shapeRefs),
};
