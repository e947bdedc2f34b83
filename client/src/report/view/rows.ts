import type { ReportResult } from '../../../../server/src/languageServer/protocol/editor/protocol.ts';
import type { TreeRow } from '../../page/view/treeRow.ts';
import { isExpanded, type ReportGroup } from './grouping.ts';

/** A line of the tree: a group, or, below an expanded group, one of its results. */
export type ReportTreeRow = GroupRow | ResultRow;

export interface GroupRow extends TreeRow {
  readonly kind: 'group';
  readonly group: ReportGroup;
  readonly isExpanded: boolean;
}

export interface ResultRow extends TreeRow {
  readonly kind: 'result';
  readonly result: ReportResult;
  /** The row of its group. */
  readonly parent: number;
}

/**
 * The tree from top to bottom.
 *
 * @param changed the labels of the groups that the user expanded or collapsed.
 */
export function treeRows(
  groups: readonly ReportGroup[],
  changed: ReadonlySet<string>,
): readonly ReportTreeRow[] {
  const rows: ReportTreeRow[] = [];
  const ids = new Set<string>();
  for (const [index, group] of groups.entries()) {
    const showsResults = isExpanded(group, changed);
    const parent = rows.length;
    const id = `group ${group.label}`;
    rows.push({
      kind: 'group',
      id,
      group,
      isExpanded: showsResults,
      position: index + 1,
      siblings: groups.length,
    });
    if (!showsResults) continue;
    for (const [at, result] of group.results.entries()) {
      // Two paths through a shape to the same fault give results with the same name.
      const name = distinct(result.key, ids);
      const siblings = group.results.length;
      rows.push({ kind: 'result', id: name, result, parent, position: at + 1, siblings });
    }
  }
  return rows;
}

function distinct(name: string, taken: Set<string>): string {
  let free = name;
  for (let i = 2; taken.has(free); i++) free = `${name} (${i})`;
  taken.add(free);
  return free;
}
