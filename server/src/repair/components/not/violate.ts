import { attachByPath } from '../../drafts/attachmentPoints.ts';
import { fixOfChange } from '../../drafts/fix.ts';
import { placeOfValues, usualValues, type ViolationEdits, valuesAt } from '../violate/violationEdits.ts';

/** Attaches a value that conforms to the forbidden shape, or makes one conform to it. */
export const notViolationEdits: ViolationEdits<'not'> = {
  *edits(goal) {
    const { constraint, draft, path, conform } = goal;
    const place = placeOfValues(goal);
    const values = valuesAt(goal);
    for (const other of place === undefined || path === undefined ? [] : usualValues(goal)) {
      if (values.includes(other) || !draft.evaluator.conforms(other, constraint.shapeRef)) continue;
      const added = attachByPath(draft.graph, place!, other);
      if (added) yield fixOfChange({ added: [added], removed: [] }, 'placeholder');
    }
    for (const value of values) yield* conform(value, constraint.shapeRef, draft, place);
  },
};
