import type { Support } from '../../server/src/repair/repair.ts';
import { isFirstCertain, likelihoods } from '../../server/src/repair/scorecard/certainty.ts';
import { scoreOf, type Weights, weights } from '../../server/src/repair/scorecard/scorecard.ts';
import type { Choice, Option } from './choices.ts';

/** The first repair of a choice: how likely it was said to be, and whether it was meant. */
export interface FirstRepair {
  readonly likelihood: number;
  readonly isMeant: boolean;
  readonly isCertain: boolean;
}

/** The first repairs, with likelihoods by the given scores of "none of them". */
export function firstRepairs(choices: readonly Choice[], none: Weights['none']): readonly FirstRepair[] {
  return choices.map((choice) => {
    const ranked = rankedScores(choice);
    const scores = ranked.map(({ score }) => score);
    const ofNone = none[supportOfBest(choice)];
    const likelihood = likelihoods(scores, ofNone)[0]!;
    const { needsInput, degenerate, isMeant } = ranked[0]!.option;
    return { likelihood, isMeant, isCertain: isFirstCertain(scores, ofNone) && !needsInput && !degenerate };
  });
}

/** The options with their scores, best first, as the program sorts them. */
export function rankedScores({
  options,
}: Choice): readonly { readonly option: Option; readonly score: number }[] {
  return options
    .map((option) => ({ option, score: scoreOfOption(option) }))
    .sort((a, b) => b.score - a.score || compare(a.option, b.option));
}

function scoreOfOption({ degenerate, claims, alsoFixes }: Option): number {
  if (degenerate) return weights.support.retargeting;
  return scoreOf(claims) + weights.alsoFixes * Math.log2(1 + Math.min(alsoFixes, 7));
}

export function supportOfBest(choice: Choice): Support {
  const { degenerate, needsInput, support } = rankedScores(choice)[0]!.option;
  if (degenerate) return 'retargeting';
  return needsInput ? 'placeholder' : support;
}

function compare(a: Option, b: Option): number {
  return b.alsoFixes - a.alsoFixes || a.size - b.size;
}

export interface Bin {
  readonly count: number;
  /** The mean likelihood. */
  readonly said: number;
  /** The share that was meant. */
  readonly was: number;
}

const bins = 10;

export function reliability(firsts: readonly FirstRepair[]): readonly Bin[] {
  return Array.from({ length: bins }, (_, i) => {
    const own = firsts.filter(({ likelihood }) => Math.min(bins - 1, Math.floor(likelihood * bins)) === i);
    return {
      count: own.length,
      said: mean(own.map(({ likelihood }) => likelihood)),
      was: mean(own.map(({ isMeant }) => Number(isMeant))),
    };
  });
}

/** The expected calibration error: how far what was said is from what was, weighted by how often it was said. */
export function calibrationError(firsts: readonly FirstRepair[]): number {
  return reliability(firsts).reduce(
    (sum, { count, said, was }) => sum + (count === 0 ? 0 : (count / firsts.length) * Math.abs(said - was)),
    0,
  );
}

export function mean(values: readonly number[]): number {
  return values.length === 0 ? 0 : values.reduce((sum, value) => sum + value, 0) / values.length;
}
