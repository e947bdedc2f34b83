import { sh } from '../../../rdf/vocab.ts';
import { violateAll } from '../violate/violateValues.ts';
import { type Break, placeOf, valuesAt } from '../violate/violationEdits.ts';

/** Makes a value violate each of the shapes that it conforms to. */
export const orBreak: Break<'or'> = {
  kind: 'or',
  component: sh.OrConstraintComponent,
  *breaks(aim) {
    const place = placeOf(aim);
    for (const value of valuesAt(aim)) yield* violateAll({ ...aim, place }, value, aim.constraint.shapeRefs);
  },
};
