import type { TreePlace } from './treeKeys.ts';

/** A row of a tree. */
export interface TreeRow extends TreePlace {
  /** The same row has the same name in the next version of the tree. */
  readonly id: string;
  /** Which of its siblings it is, from 1, and how many they are. */
  readonly position: number;
  readonly siblings: number;
}

/** Where the row is in another version of the tree; the nearest one to where it was when it is gone. */
export function sameRow(rows: readonly TreeRow[], id: string | undefined, index: number): number {
  const found = rows.findIndex((row) => row.id === id);
  return found >= 0 ? found : Math.max(0, Math.min(index, rows.length - 1));
}
