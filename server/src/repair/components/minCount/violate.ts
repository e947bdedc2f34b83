import { detachments } from '../../drafts/detachments.ts';
import { subsets } from '../violate/subsets.ts';
import { type ViolationEdits, valuesAt } from '../violate/violationEdits.ts';

/** Leaves one value fewer than required. */
export const minCountViolationEdits: ViolationEdits<'minCount'> = {
  *edits(goal) {
    const { constraint, focusNode, path, draft } = goal;
    if (path === undefined) return;
    const values = valuesAt(goal);
    const surplus = values.length - constraint.count + 1;
    if (surplus < 1) return;
    for (const dropped of subsets(values, surplus)) yield* detachments(draft, { focusNode, path }, dropped);
  },
};
