import type {
  CaseDetails,
  SuiteCase,
} from '../../../../server/src/languageServer/protocol/editor/protocol.ts';
import type { TreeRow } from '../../page/view/treeRow.ts';

/** A line of the tree: a case, or, below an expanded case, a detail of it. */
export type SuiteRow = CaseRow | DetailRow;

export interface CaseRow extends TreeRow {
  readonly kind: 'case';
  readonly case: SuiteCase;
  readonly isExpanded: boolean;
}

export interface DetailRow extends TreeRow {
  readonly kind: 'detail';
  readonly detail: Detail;
  /** The row of its case. */
  readonly parent: number;
}

/** Something about a case in a line. */
export interface Detail {
  readonly kind: 'removed' | 'added' | 'violation' | 'warning' | 'info' | 'note';
  readonly text: string;
}

/**
 * The tree from top to bottom.
 *
 * @param details of the cases, as far as they are known.
 */
export function caseRows(
  cases: readonly SuiteCase[],
  expanded: ReadonlySet<string>,
  details: ReadonlyMap<string, CaseDetails>,
): readonly SuiteRow[] {
  const rows: SuiteRow[] = [];
  for (const [index, each] of cases.entries()) {
    const { id } = each;
    const isExpanded = expanded.has(id);
    const parent = rows.length;
    rows.push({ kind: 'case', id, case: each, isExpanded, position: index + 1, siblings: cases.length });
    if (!isExpanded) continue;
    const known = details.get(id);
    const lines = known ? detailsOf(known) : [{ kind: 'note', text: 'Reading …' } as const];
    for (const [at, detail] of lines.entries()) {
      rows.push({
        kind: 'detail',
        id: `${id} ${at}`,
        detail,
        parent,
        position: at + 1,
        siblings: lines.length,
      });
    }
  }
  return rows;
}

function detailsOf({ removed, added, results, notes }: CaseDetails): readonly Detail[] {
  return [
    ...removed.map((text): Detail => ({ kind: 'removed', text })),
    ...added.map((text): Detail => ({ kind: 'added', text })),
    ...results.map(
      ({ severity, message, focusNode }): Detail => ({
        kind: severity,
        text: `${focusNode}: ${message}`,
      }),
    ),
    ...notes.map((text): Detail => ({ kind: 'note', text })),
  ];
}
