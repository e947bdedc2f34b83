/** A key as a tree sees it. */
export interface Key {
  readonly key: string;
  readonly shift: boolean;
  /** Control, or Command on a Mac. */
  readonly control: boolean;
}

/** A row, as far as moving through the tree is concerned. */
export interface TreePlace {
  /** Undefined for rows that have no rows below them. */
  readonly isExpanded?: boolean | undefined;
  /** The row that it is below; undefined on the first level. */
  readonly parent?: number | undefined;
}

export type TreeMove =
  | { readonly kind: 'focus'; readonly row: number }
  | { readonly kind: 'expand' | 'collapse'; readonly row: number };

/**
 * The keys that lead through a tree, as the ARIA practices and VS Code's own lists have them; undefined for all
 * others.
 *
 * @param row which row has the focus.
 * @param page how many rows fit on the screen.
 */
export function treeMove(
  { key, control }: Key,
  rows: readonly TreePlace[],
  row: number,
  page: number,
): TreeMove | undefined {
  const here = rows[row];
  if (!here || control) return undefined;
  const focus = (to: number): TreeMove => ({
    kind: 'focus',
    row: Math.max(0, Math.min(to, rows.length - 1)),
  });
  switch (key) {
    case 'ArrowDown':
      return focus(row + 1);
    case 'ArrowUp':
      return focus(row - 1);
    case 'PageDown':
      return focus(row + page);
    case 'PageUp':
      return focus(row - page);
    case 'Home':
      return focus(0);
    case 'End':
      return focus(rows.length - 1);
    case 'ArrowRight':
      if (here.isExpanded === undefined) return undefined;
      return here.isExpanded ? focus(row + 1) : { kind: 'expand', row };
    case 'ArrowLeft':
      if (here.isExpanded) return { kind: 'collapse', row };
      return here.parent === undefined ? undefined : focus(here.parent);
    default:
      return undefined;
  }
}
