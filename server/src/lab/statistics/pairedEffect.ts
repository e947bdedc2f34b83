import type { Random } from '../../base/random.ts';
import { mean } from './averages.ts';
import { percentile } from './distribution.ts';
import type { PairedBlock } from './pairing.ts';

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
      'Cases of the same data set had the same outcome: resampling them says nothing about others.',
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

interface Interval {
  readonly low: number;
  readonly high: number;
}

/**
 * The 95 % intervals of mean differences by bootstrap: cases of each dataset are resampled, and the interval consists
 * of percentiles of the resampled means. It covers other cases of the same datasets, not other datasets.
 *
 * @param all several metrics over the same cases, which share the resamples.
 */
function bootstrapIntervals(
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
    // What users can do with the tree.
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

interface Significance {
  readonly pValue: number;
  /** True when all choices of signs were tried rather than a random sample. */
  readonly exact: boolean;
}

/**
 * The probability of a sum at least this far from 0 if each contribution could as well have the opposite sign, which
 * holds when the two sides of a comparison do not differ. Up to 16 contributions are tried with all signs, more with
 * `flips` random choices; the observed one counts as one more.
 */
export function signFlipTest(contributions: readonly number[], flips: number, random: Random): Significance {
  const reach = contributions.reduce((sum, value) => sum + Math.abs(value), 0);
  // Sums that differ only by rounding are equal.
  const limit = Math.abs(contributions.reduce((sum, value) => sum + value, 0)) - 1e-12 * reach;
  const chunks = chunksOf(contributions);
  if (contributions.length <= 16) {
    const choices = 2 ** contributions.length;
    let far = 0;
    for (let signs = 0; signs < choices; signs++) {
      let sum = 0;
      for (let i = 0; i < chunks.length; i++) sum += chunks[i]![(signs >>> (8 * i)) & 255]!;
      if (Math.abs(sum) >= limit) far++;
    }
    return { pValue: far / choices, exact: true };
  }
  let far = 1;
  for (let flip = 0; flip < flips; flip++) {
    if (Math.abs(flippedSum(chunks, random)) >= limit) far++;
  }
  return { pValue: far / (flips + 1), exact: false };
}

/** The sums of each eight contributions, for all 256 choices of their signs. */
function chunksOf(contributions: readonly number[]): readonly Float64Array[] {
  return Array.from({ length: Math.ceil(contributions.length / 8) }, (_, i) => {
    const own = contributions.slice(8 * i, 8 * i + 8);
    return Float64Array.from({ length: 256 }, (_, signs) =>
      own.reduce((sum, value, k) => sum + ((signs >>> k) & 1 ? value : -value), 0),
    );
  });
}

function flippedSum(chunks: readonly Float64Array[], random: Random): number {
  let sum = 0;
  let signs = 0;
  for (let i = 0; i < chunks.length; i++) {
    signs = i % 4 === 0 ? random.below(2 ** 32) : signs >>> 8;
    sum += chunks[i]![signs & 255]!;
  }
  return sum;
}

/** A number for each case of each dataset. */
interface CaseIndex {
  readonly sizes: readonly number[];
  readonly datasets: ReadonlyMap<string, DatasetIndex>;
}

interface DatasetIndex {
  readonly dataset: number;
  readonly cases: ReadonlyMap<string, number>;
}

/**
 * The differences of a comparison by case. A case is one draw from its dataset, in however many blocks it occurs, so
 * its differences are resampled together.
 */
interface Clusters {
  readonly index: CaseIndex;
  readonly blocks: number;
  readonly groups: readonly CaseGroup[];
}

/** The blocks of a dataset that have the same cases. */
export interface CaseGroup {
  readonly dataset: number;
  readonly blocks: number;
  /** The cases. */
  readonly members: Int32Array;
  /** The sum of the differences in these blocks, for each member. */
  readonly sums: Float64Array;
}

function caseIndexOf(blocks: readonly PairedBlock[]): CaseIndex {
  const caseIds = new Map<string, Set<string>>();
  for (const { dataset, pairs } of blocks) {
    const known = caseIds.get(dataset) ?? new Set<string>();
    caseIds.set(dataset, known);
    for (const { caseId } of pairs) known.add(caseId);
  }
  const datasets = new Map(
    [...caseIds].map(([name, ids], dataset) => {
      const sorted = [...ids].sort((a, b) => (a < b ? -1 : 1));
      return [name, { dataset, cases: new Map(sorted.map((caseId, index) => [caseId, index])) }];
    }),
  );
  return { sizes: [...datasets.values()].map(({ cases }) => cases.size), datasets };
}

function clustersOf(blocks: readonly PairedBlock[], index: CaseIndex): Clusters {
  const groups = new Map<string, { -readonly [K in keyof CaseGroup]: CaseGroup[K] }>();
  for (const { dataset: name, pairs } of blocks) {
    const { dataset, cases } = index.datasets.get(name)!;
    const differences = pairs
      .map(({ caseId, reference, comparison }) => [cases.get(caseId)!, comparison - reference] as const)
      .sort(([a], [b]) => a - b);
    const members = Int32Array.from(differences, ([member]) => member);
    const key = `${dataset} ${members.join()}`;
    const group = groups.get(key) ?? { dataset, blocks: 0, members, sums: new Float64Array(members.length) };
    groups.set(key, group);
    group.blocks++;
    for (const [i, [, difference]] of differences.entries()) group.sums[i]! += difference;
  }
  return { index, blocks: blocks.length, groups: [...groups.values()] };
}

/** The mean over the blocks of the mean difference in each. */
function meanDifference({ groups, blocks }: Clusters): number {
  return groups.reduce((sum, { members, sums }) => sum + total(sums) / members.length, 0) / blocks;
}

/** The contribution of each case to the mean difference, for the cases that are in a block. */
function contributions({ index, groups, blocks }: Clusters): readonly number[] {
  const shares = index.sizes.map((size) => new Array<number | undefined>(size).fill(undefined));
  for (const { dataset, members, sums } of groups) {
    members.forEach((member, i) => {
      const before = shares[dataset]![member] ?? 0;
      shares[dataset]![member] = before + sums[i]! / members.length / blocks;
    });
  }
  return shares.flat().filter((share) => share !== undefined);
}

function total(values: Float64Array): number {
  let sum = 0;
  for (const value of values) sum += value;
  return sum;
}
