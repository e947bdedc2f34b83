import { type Key, type TreeMove, treeMove } from '../../page/view/treeKeys.ts';
import type { ReportTreeRow } from './rows.ts';

/** What a key asks for. */
export type TreeAction =
  | TreeMove
  | { readonly kind: 'go' | 'goToShape' | 'repair'; readonly row: number }
  | { readonly kind: 'undo' }
  | { readonly kind: 'expandAll' }
  | { readonly kind: 'filter' };

/**
 * What a key means in the tree of results; undefined where it is for others.
 *
 * @param row which row has the focus.
 * @param page how many rows fit on the screen.
 */
export function treeAction(
  pressed: Key,
  rows: readonly ReportTreeRow[],
  row: number,
  page: number,
): TreeAction | undefined {
  const { key, shift, control } = pressed;
  const here = rows[row];
  if (!here) return key === '/' ? { kind: 'filter' } : undefined;
  if (control) {
    if (key === 'z' && !shift) return { kind: 'undo' };
    return key === '.' && here.kind === 'result' ? { kind: 'repair', row } : undefined;
  }
  switch (key) {
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
      return treeMove(pressed, rows, row, page);
  }
}
