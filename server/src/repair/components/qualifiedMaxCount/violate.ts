import type { Fix } from '../../drafts/fix.ts';
import { requirementsAt, withValueShape } from '../../values/requirements.ts';
import { addMissing } from '../conform/addMissing.ts';
import { placeOfValues, type ViolationEdits, valuesAt } from '../violate/violationEdits.ts';

/** Attaches existing or new values of the shape, or makes existing values conform to it. */
export const qualifiedMaxCountViolationEdits: ViolationEdits<'qualifiedMaxCount'> = {
  *edits(goal) {
    const { constraint, focusNode, path, draft } = goal;
    if (path === undefined) return;
    const values = valuesAt(goal);
    const counted = draft.evaluator.countedValues(constraint, values);
    const missing = constraint.count - counted.length + 1;
    if (missing < 1) return;
    const requirements = withValueShape(
      draft.search.shapes,
      requirementsAt(draft, focusNode, path, constraint.shape),
      constraint.shapeRef,
    );
    const others = values.filter((value) => !counted.includes(value));
    const toMake = function* (): Iterable<Fix> {
      for (const value of others) yield* goal.conform(value, constraint.shapeRef, draft, placeOfValues(goal));
    };
    yield* addMissing(goal, { focusNode, path, requirements, taken: new Set(values) }, missing, toMake());
  },
};
