import type { Random } from '../../base/random.ts';
import { mean } from './metricCells.ts';

/** Describes how values are distributed. */
export interface Distribution {
  readonly count: number;
  readonly mean: number;
  /** The 95 % bootstrap interval of the mean. */
  readonly low: number;
  readonly high: number;
  readonly min: number;
  readonly q1: number;
  readonly median: number;
  readonly q3: number;
  readonly max: number;
}

/** Undefined when there are no values. */
export function distributionOf(values: readonly number[], random: Random): Distribution | undefined {
  if (values.length === 0) return undefined;
  const sorted = values.toSorted((a, b) => a - b);
  const isConstant = sorted[0] === sorted.at(-1);
  const means = Float64Array.from({ length: isConstant ? 1 : resamples }, () =>
    resampledMean(values, random),
  ).sort();
  return {
    count: values.length,
    mean: mean(values),
    low: percentile(means, 0.025),
    high: percentile(means, 0.975),
    min: sorted[0]!,
    q1: percentile(sorted, 0.25),
    median: percentile(sorted, 0.5),
    q3: percentile(sorted, 0.75),
    max: sorted.at(-1)!,
  };
}

const resamples = 1000;

function resampledMean(values: readonly number[], random: Random): number {
  let sum = 0;
  for (let i = 0; i < values.length; i++) sum += values[random.below(values.length)]!;
  return sum / values.length;
}

/** The percentile by linear interpolation, like R's default quantile. NaN for an empty array. */
export function percentile(sorted: ArrayLike<number>, share: number): number {
  if (sorted.length === 0) return Number.NaN;
  const position = (sorted.length - 1) * share;
  const below = Math.floor(position);
  const above = Math.min(below + 1, sorted.length - 1);
  return sorted[below]! + (position - below) * (sorted[above]! - sorted[below]!);
}
