import type { Random } from '../base/random.ts';
import type { CaseIndex, Clusters } from './clusters.ts';
import { percentile } from './percentile.ts';

export interface Interval {
  readonly low: number;
  readonly high: number;
}

/**
 * The 95 % intervals of mean differences by bootstrap: cases of each dataset are resampled, and the interval consists
 * of percentiles of the resampled means. It covers other cases of the same datasets, not other datasets.
 *
 * @param all several metrics over the same cases, which share the resamples.
 */
export function bootstrapIntervals(
  index: CaseIndex,
  all: readonly Clusters[],
  resamples: number,
  random: Random,
): readonly Interval[] {
  const means = all.map(() => new Float64Array(resamples));
  for (let i = 0; i < resamples; i++) {
    const draws = index.sizes.map((size) => drawsOf(size, random));
    for (const [k, clusters] of all.entries()) means[k]![i] = resampledMean(clusters, draws);
  }
  return means.map((each) => {
    const sorted = each.filter((mean) => !Number.isNaN(mean)).sort();
    return { low: percentile(sorted, 0.025), high: percentile(sorted, 0.975) };
  });
}

/** NaN when no case was drawn. */
function resampledMean({ groups }: Clusters, draws: readonly Uint32Array[]): number {
  let sum = 0;
  let blocks = 0;
  for (const group of groups) {
    const { members, sums } = group;
    const times = draws[group.dataset]!;
    let difference = 0;
    let count = 0;
    for (let i = 0; i < members.length; i++) {
      const drawn = times[members[i]!]!;
      difference += drawn * sums[i]!;
      count += drawn;
    }
    // Blocks of a few cases may have none in the resample.
    if (count === 0) continue;
    sum += difference / count;
    blocks += group.blocks;
  }
  return sum / blocks;
}

/** How often each case is drawn. */
function drawsOf(size: number, random: Random): Uint32Array {
  const draws = new Uint32Array(size);
  for (let i = 0; i < size; i++) draws[random.below(size)]!++;
  return draws;
}
