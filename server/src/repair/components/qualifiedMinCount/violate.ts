import type { TermId } from '../../../rdf/terms.ts';
import { detachments } from '../../drafts/detachments.ts';
import { type Draft, withFix } from '../../drafts/draft.ts';
import { combineFixes, emptyFix, type Fix } from '../../drafts/fix.ts';
import { subsets } from '../violate/subsets.ts';
import {
  placeOfValues,
  type ViolationEdits,
  type ViolationGoal,
  valuesAt,
} from '../violate/violationEdits.ts';

/**
 * Leaves one counted value fewer than required (spec/vio.md 5.2): each of the surplus values is detached, violates the
 * value shape, or conforms to a sibling's shape.
 */
export const qualifiedMinCountViolationEdits: ViolationEdits<'qualifiedMinCount'> = {
  *edits(goal) {
    const { constraint, draft } = goal;
    const counted = draft.evaluator.countedValues(constraint, valuesAt(goal));
    const surplus = counted.length - constraint.count + 1;
    if (surplus < 1 || constraint.count === 0) return;
    for (const chosen of subsets(counted, surplus)) yield* uncounted(goal, draft, chosen);
  },
};

function* uncounted(
  goal: ViolationGoal<'qualifiedMinCount'>,
  draft: Draft,
  [value, ...others]: readonly TermId[],
): Iterable<Fix> {
  if (value === undefined) {
    yield emptyFix;
    return;
  }
  for (const fix of ways(goal, draft, value)) {
    for (const rest of others.length === 0 ? [emptyFix] : uncounted(goal, withFix(draft, fix), others)) {
      yield combineFixes(fix, rest);
    }
  }
}

function* ways(goal: ViolationGoal<'qualifiedMinCount'>, draft: Draft, value: TermId): Iterable<Fix> {
  const { constraint, focusNode, path } = goal;
  if (path === undefined) return;
  const place = placeOfValues(goal);
  yield* detachments(draft, { focusNode, path }, [value]);
  yield* goal.violate(value, constraint.shapeRef, draft, place);
  for (const sibling of constraint.siblings) yield* goal.conform(value, sibling, draft, place);
}
