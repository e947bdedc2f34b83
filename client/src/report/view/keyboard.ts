import type { Row } from './rows.ts';

/** A key as the tree sees it. */
export interface Key {
  readonly key: string;
  readonly shift: boolean;
  /** Control, or Command on a Mac. */
  readonly control: boolean;
}

/** What a key asks for. */
export type TreeAction =
  | { readonly kind: 'focus'; readonly row: number }
  | { readonly kind: 'expand' | 'collapse' | 'go' | 'goToShape' | 'repair'; readonly row: number }
  | { readonly kind: 'undo' }
  | { readonly kind: 'expandAll' }
  | { readonly kind: 'filter' };

/**
 * The keys of a tree, as the ARIA practices and VS Code's own lists have them; undefined for all others.
 *
 * @param row which row has the focus.
 * @param page how many rows fit on the screen.
 */
export function treeAction(
  { key, shift, control }: Key,
  rows: readonly Row[],
  row: number,
  page: number,
): TreeAction | undefined {
  const here = rows[row];
  if (!here) return key === '/' ? { kind: 'filter' } : undefined;
  const focus = (to: number): TreeAction => ({
    kind: 'focus',
    row: Math.max(0, Math.min(to, rows.length - 1)),
  });
  if (control) {
    if (key === 'z' && !shift) return { kind: 'undo' };
    return key === '.' && here.kind === 'result' ? { kind: 'repair', row } : undefined;
  }
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
      if (here.kind === 'result') return undefined;
      return here.isExpanded ? focus(row + 1) : { kind: 'expand', row };
    case 'ArrowLeft':
      if (here.kind === 'result') return focus(here.parent);
      return here.isExpanded ? { kind: 'collapse', row } : undefined;
    case 'Enter':
      if (here.kind === 'result') return { kind: shift ? 'goToShape' : 'go', row };
      return { kind: here.isExpanded ? 'collapse' : 'expand', row };
    case ' ':
      if (here.kind === 'result') return { kind: 'go', row };
      return { kind: here.isExpanded ? 'collapse' : 'expand', row };
    case 's':
      return here.kind === 'result' ? { kind: 'goToShape', row } : undefined;
    case 'r':
      return here.kind === 'result' ? { kind: 'repair', row } : undefined;
    case '*':
      return { kind: 'expandAll' };
    case '/':
      return { kind: 'filter' };
    default:
      return undefined;
  }
}
