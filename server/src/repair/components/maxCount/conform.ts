import type { Candidates } from '../conform/candidates.ts';
import { dropSurplus } from '../conform/dropSurplus.ts';

/** Removes the surplus, starting with the values that have the least support. */
export const maxCountCandidates: Candidates<'maxCount'> = {
  offers: [
    'removing the least informative values: broken ones, placeholders, duplicates, then more general ones',
    'removing any of those that nothing tells apart',
  ],
  *fixes({ constraint, draft, violation }) {
    const { focusNode, path, sourceShape } = violation;
    if (path === undefined) return;
    const values = draft.evaluator.values(focusNode, path);
    const place = { focusNode, path, shape: sourceShape };
    yield* dropSurplus(draft, place, values, values.length - constraint.count);
  },
};
