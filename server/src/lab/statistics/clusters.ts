import type { PairedBlock } from './pairing.ts';

/** A number for each case of each dataset. */
export interface CaseIndex {
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
export interface Clusters {
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

export function caseIndexOf(blocks: readonly PairedBlock[]): CaseIndex {
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

export function clustersOf(blocks: readonly PairedBlock[], index: CaseIndex): Clusters {
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
export function meanDifference({ groups, blocks }: Clusters): number {
  return groups.reduce((sum, { members, sums }) => sum + total(sums) / members.length, 0) / blocks;
}

/** The contribution of each case to the mean difference, for the cases that are in a block. */
export function contributions({ index, groups, blocks }: Clusters): readonly number[] {
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
