import { likelihoods } from '../../server/src/repair/scorecard/certainty.ts';
import { thresholds, type Weights } from '../../server/src/repair/scorecard/weights.ts';
import type { Choice, Option } from './choices.ts';
import { scoreOfOption } from './fit.ts';

/** The first repair of a choice: how likely it was said to be, and whether it was meant. */
export interface FirstRepair {
  readonly likelihood: number;
  readonly isMeant: boolean;
  readonly isCertain: boolean;
}

export function firstRepairs(choices: readonly Choice[], weights: Weights): readonly FirstRepair[] {
  return choices.map(({ options }) => {
    const ranked = options
      .map((option) => ({ option, score: scoreOfOption(option, weights) }))
      .sort((a, b) => b.score - a.score || compare(a.option, b.option));
    const [first] = ranked;
    const likelihood = likelihoods(ranked.map(({ score }) => score))[0]!;
    const { needsInput, degenerate, isMeant } = first!.option;
    return { likelihood, isMeant, isCertain: likelihood >= thresholds.certain && !needsInput && !degenerate };
  });
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
