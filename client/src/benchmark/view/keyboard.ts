import { type Key, type TreeMove, treeMove } from '../../page/view/treeKeys.ts';
import type { SuiteRow } from './rows.ts';

/** What a key asks for. */
export type CaseAction =
  | TreeMove
  | { readonly kind: 'open' | 'shape'; readonly row: number }
  | { readonly kind: 'filter' };

/**
 * What a key means in the tree of cases; undefined where it has no meaning here. Rows below a case behave like their case.
 *
 * @param row which row has the focus.
 * @param page how many rows fit on the screen.
 */
export function caseAction(
  pressed: Key,
  rows: readonly SuiteRow[],
  row: number,
  page: number,
): CaseAction | undefined {
  const { key, control } = pressed;
  if (control) return undefined;
  if (key === '/') return { kind: 'filter' };
  const here = rows[row];
  if (!here) return undefined;
  const caseRow = here.kind === 'detail' ? here.parent : row;
  switch (key) {
    case 'Enter':
      return { kind: 'open', row: caseRow };
    case 's':
      return { kind: 'shape', row: caseRow };
    case ' ':
      if (here.kind === 'detail') return { kind: 'open', row: caseRow };
      return { kind: here.isExpanded ? 'collapse' : 'expand', row };
    default:
      return treeMove(pressed, rows, row, page);
  }
}
