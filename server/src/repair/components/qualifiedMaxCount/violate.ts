import { sh } from '../../../rdf/vocab.ts';
import type { Fix } from '../../drafts/fix.ts';
import { requirementsAt, withValueShape } from '../../values/requirements.ts';
import { addMissing } from '../conform/addMissing.ts';
import { type Break, placeOf, valuesAt } from '../violate/violationEdits.ts';

/** Attaches values of the shape, existing ones or new ones, or makes values that are there conform to it. */
export const qualifiedMaxCountBreak: Break<'qualifiedMaxCount'> = {
  kind: 'qualifiedMaxCount',
  component: sh.QualifiedMaxCountConstraintComponent,
  *breaks(aim) {
    const { constraint, focusNode, path, draft } = aim;
    if (path === undefined) return;
    const values = valuesAt(aim);
    const counted = draft.evaluator.countedValues(constraint, values);
    const missing = constraint.count - counted.length + 1;
    if (missing < 1) return;
    const requirements = withValueShape(
      draft.scene.shapes,
      requirementsAt(draft, focusNode, path, constraint.shape),
      constraint.shapeRef,
    );
    const others = values.filter((value) => !counted.includes(value));
    const toMake = function* (): Iterable<Fix> {
      for (const value of others) yield* aim.conform(value, constraint.shapeRef, draft, placeOf(aim));
    };
    yield* addMissing(aim, { focusNode, path, requirements, taken: new Set(values) }, missing, toMake());
  },
};
