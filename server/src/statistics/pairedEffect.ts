import type { Random } from '../base/random.ts';
import { bootstrapIntervals, type Interval } from './bootstrap.ts';
import { type Clusters, caseIndexOf, clustersOf, contributions, meanDifference } from './clusters.ts';
import { mean } from './metricCells.ts';
import type { PairedBlock } from './pairing.ts';
import { signFlipTest } from './signFlips.ts';

/** How much one side of a comparison is better than the other, on the cases that both answered. */
export interface PairedEffect {
  /**
   * The mean over the blocks of the mean difference of their cases; positive when the comparison is better than the
   * reference.
   */
  readonly difference: number;
  /** The 95 % interval. */
  readonly low: number;
  readonly high: number;
  /** By sign flips; all pairs of a case are flipped together. */
  readonly pValue: number;
  /** True when the p value counts all sign flips rather than a random sample. */
  readonly exact: boolean;
  /** The means of the two sides over the same blocks. */
  readonly referenceMean: number;
  readonly comparisonMean: number;
  readonly pairs: number;
  readonly blocks: number;
  readonly cases: number;
  /** Reasons for not relying on the numbers, as sentences. */
  readonly cautions: readonly string[];
}

/**
 * The effects of one comparison by several metrics. Requires at least one block for each.
 *
 * @param resamples the number of resamples and of sign flips.
 */
export function pairedEffects(
  metrics: readonly (readonly PairedBlock[])[],
  resamples: number,
  random: Random,
): readonly PairedEffect[] {
  const index = caseIndexOf(metrics.flat());
  const clusters = metrics.map((blocks) => clustersOf(blocks, index));
  const intervals = bootstrapIntervals(index, clusters, resamples, random);
  return metrics.map((blocks, i) => effectOf(blocks, clusters[i]!, intervals[i]!, { resamples, random }));
}

function effectOf(
  blocks: readonly PairedBlock[],
  clusters: Clusters,
  interval: Interval,
  { resamples, random }: { readonly resamples: number; readonly random: Random },
): PairedEffect {
  const shares = contributions(clusters);
  const differing = shares.filter((share) => Math.abs(share) > 1e-12);
  const side = (which: 'reference' | 'comparison') =>
    mean(blocks.map(({ pairs }) => mean(pairs.map((pair) => pair[which]))));
  return {
    difference: meanDifference(clusters),
    ...interval,
    ...signFlipTest(differing, resamples, random),
    referenceMean: side('reference'),
    comparisonMean: side('comparison'),
    pairs: blocks.reduce((sum, { pairs }) => sum + pairs.length, 0),
    blocks: blocks.length,
    cases: shares.length,
    cautions: cautionsOf(shares.length, differing.length, interval),
  };
}

function cautionsOf(cases: number, differing: number, { low, high }: Interval): readonly string[] {
  const cautions: string[] = [];
  if (cases < 10)
    cautions.push(
      `${casesText(cases)} ${cases === 1 ? 'is' : 'are'} too few for the interval to be trusted.`,
    );
  if (low === high)
    cautions.push(
      'Cases of the same data set came out alike: resampling them cannot tell what others may give.',
    );
  // With n differing cases, at least 2 of the 2ⁿ choices of signs are as extreme as the observed one.
  if (differing > 0 && differing < 6) {
    cautions.push(
      `Only ${casesText(differing)} came out differently: no p value below ${2 ** (1 - differing)} is possible.`,
    );
  }
  return cautions;
}

function casesText(count: number): string {
  return count === 1 ? '1 case' : `${count} cases`;
}
