import { sh } from '../../../rdf/vocab.ts';
import { violateOne } from '../violate/violateValues.ts';
import type { Break } from '../violate/violationEdits.ts';

/** Makes a value violate the shape. */
export const propertyBreak: Break<'property'> = {
  kind: 'property',
  component: sh.PropertyConstraintComponent,
  breaks: (aim) => violateOne(aim, [aim.constraint.shapeRef]),
};
