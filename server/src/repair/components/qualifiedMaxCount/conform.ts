import type { TermId } from '../../../rdf/terms.ts';
import { type Draft, withFix } from '../../drafts/draft.ts';
import { cheapestFirst, combineFixes, type Fix } from '../../drafts/fix.ts';
import type { Candidates, Goal, Via } from '../conform/candidates.ts';
import { dropSurplus } from '../conform/dropSurplus.ts';
import { subsets } from '../violate/subsets.ts';

/** Removes surplus values of the shape, or changes them so that they no longer count. */
export const qualifiedMaxCountCandidates: Candidates<'qualifiedMaxCount'> = {
  offers: [
    'removing the values of the shape without support, duplicates first',
    'removing or replacing what makes a value count',
  ],
  *fixes(goal) {
    const { constraint, draft, violation } = goal;
    const { focusNode, path, sourceShape } = violation;
    if (path === undefined) return;
    const place = { focusNode, path, shape: sourceShape };
    const counted = draft.evaluator.countedValues(constraint, draft.evaluator.values(focusNode, path));
    const surplus = counted.length - constraint.count;
    if (surplus < 1) return;
    yield* dropSurplus(draft, place, counted, surplus);
    let choices = 0;
    // Of equals, the last ones in the order of terms are tried first.
    for (const chosen of subsets(counted.toReversed(), surplus)) {
      yield* discounted(goal, place, chosen);
      if (++choices === maxChoices) break;
    }
  },
};

const maxChoices = 6;

/** Makes none of the values count any more: each in the cheapest way, the last in all its ways. */
function discounted(goal: Goal<'qualifiedMaxCount'>, place: Via, values: readonly TermId[]): readonly Fix[] {
  const [last, ...before] = values.toReversed();
  let fix: Fix | undefined;
  let draft: Draft = goal.draft;
  for (const value of before) {
    const [way] = ways(goal, draft, place, value);
    if (way === undefined) return [];
    fix = fix === undefined ? way : combineFixes(fix, way);
    draft = withFix(goal.draft, fix);
  }
  const ends = last === undefined ? [] : ways(goal, draft, place, last);
  return fix === undefined ? ends : ends.map((end) => combineFixes(fix!, end));
}

function ways(
  { constraint, conform, violate }: Goal<'qualifiedMaxCount'>,
  draft: Draft,
  place: Via,
  value: TermId,
): readonly Fix[] {
  const siblings = constraint.siblings.flatMap((sibling) => [...conform(value, sibling, draft, place)]);
  return cheapestFirst([...violate(value, constraint.shapeRef, draft, place), ...siblings]);
}
