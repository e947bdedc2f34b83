import { changeSize } from '../drafts/change.ts';
import type { Ranked, SoundRepair } from '../repair.ts';
import {
  certaintyOf,
  isFirstCertain,
  likelihoods,
  scoreOfRepair,
  supportOfBest,
} from '../scorecard/certainty.ts';
import { weights } from '../scorecard/scorecard.ts';

/**
 * Sorts the repairs of one result, most likely first. Among equals, those that remove more other results come first, then
 * smaller ones. Otherwise they stay in the order in which they were found, which is that of an author's suggestions or of
 * terms, never of statements.
 */
export function rankRepairs<R extends SoundRepair>(repairs: readonly R[]): readonly Ranked<R>[] {
  const scores = new Map(repairs.map((each) => [each, scoreOfRepair(each)]));
  const sorted = [...repairs].sort((a, b) => {
    const lessLikely = scores.get(b)! - scores.get(a)!;
    if (Math.abs(lessLikely) > 1e-9) return lessLikely;
    if (a.repair.support === 'authored' && b.repair.support === 'authored') return 0;
    return (
      b.verdict.alsoFixes.length - a.verdict.alsoFixes.length ||
      changeSize(a.verdict.delta) - changeSize(b.verdict.delta)
    );
  });
  const [best] = sorted;
  if (best === undefined) return [];
  const none = weights.none[supportOfBest(best)];
  const inOrder = sorted.map((each) => scores.get(each)!);
  const shares = likelihoods(inOrder, none);
  const mayBeCertain = isFirstCertain(inOrder, none);
  return sorted.map((each, i) => {
    const likelihood = shares[i]!;
    return { ...each, likelihood, certainty: certaintyOf(each, likelihood, i === 0 && mayBeCertain) };
  });
}

/** The repair that may be applied without asking; undefined when the user has to choose. */
export function preferredRepair<R extends Ranked>(ranked: readonly R[]): R | undefined {
  const [first] = ranked;
  return first?.certainty === 'certain' ? first : undefined;
}
