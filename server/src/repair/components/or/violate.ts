import { sh } from '../../../rdf/vocab.ts';
import { violateAll } from '../violate/violateValues.ts';
import { placeOf, type ViolationEdits, valuesAt } from '../violate/violationEdits.ts';

/** Makes a value violate each of the shapes that it conforms to. */
export const orViolationEdits: ViolationEdits<'or'> = {
  kind: 'or',
  component: sh.OrConstraintComponent,
  *edits(goal) {
    const place = placeOf(goal);
    for (const value of valuesAt(goal))
      yield* violateAll({ ...goal, place }, value, goal.constraint.shapeRefs);
  },
};
