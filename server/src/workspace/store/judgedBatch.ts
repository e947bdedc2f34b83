import type { ResultsOfNodes } from './judgedNodes.ts';

/** What was found out about some nodes, as far as it could be. */
export interface JudgedStoreNodes extends ResultsOfNodes {
  /** What is not known, as sentences without the name of the store. */
  readonly gaps: readonly string[];
}

/** What was found out about some nodes. Only valid until the next ones are asked for. */
export interface JudgedBatch extends JudgedStoreNodes {
  /** Where to go on behind this batch. */
  readonly to: string;
  /** How many nodes are left at most, as far as it is known. */
  readonly left?: number | undefined;
}

/** A node, and where to go on behind it. */
export interface Item {
  readonly name: string;
  readonly to: string;
}

/** The first index from another one on behind which one can go on: items with equal hashes stay together. */
export function boundAfter(items: readonly Item[], index: number): number {
  let bound = Math.min(index, items.length);
  while (bound > 0 && bound < items.length && items[bound]!.to === items[bound - 1]!.to) bound++;
  return bound;
}
