import type { SpentBudget } from './budget.ts';
import { unbound } from './expressions/expressionScope.ts';
import { compareForOrder } from './expressions/solutionOrder.ts';
import { ownerSlot, type Table } from './table.ts';

export interface SortKey {
  readonly values: Int32Array;
  readonly descending: boolean;
}

/** The rows of each owner together, in the order of the owners; those of an owner in the order of the keys. */
export function sortRows(table: Table, keys: readonly SortKey[], spending: SpentBudget): Table {
  const owners = table.columns[ownerSlot];
  if (keys.length === 0 && (owners === undefined || isAscending(owners))) return table;
  const rows = Int32Array.from({ length: table.length }, (_, row) => row);
  const term = (value: number) => (value === unbound ? undefined : value);
  // The sort of typed arrays is stable.
  rows.sort((a, b) => {
    spending.steps(1);
    if (owners && owners[a] !== owners[b]) return owners[a]! - owners[b]!;
    for (const { values, descending } of keys) {
      const order = compareForOrder(term(values[a]!), term(values[b]!));
      if (order !== 0) return descending ? -order : order;
    }
    return 0;
  });
  return table.pick(rows);
}

function isAscending(values: Int32Array): boolean {
  for (let i = 1; i < values.length; i++) if (values[i - 1]! > values[i]!) return false;
  return true;
}

/** Leaves out the first rows of each owner, and those beyond a limit. */
export function sliceRows(
  table: Table,
  offset: number,
  limit: number | undefined,
  spending: SpentBudget,
): Table {
  if (offset === 0 && limit === undefined) return table;
  const seen = new Map<number, number>();
  const rows: number[] = [];
  for (let row = 0; row < table.length; row++) {
    spending.steps(1);
    const owner = table.at(row, ownerSlot);
    const count = seen.get(owner) ?? 0;
    seen.set(owner, count + 1);
    if (count >= offset && (limit === undefined || count < offset + limit)) rows.push(row);
  }
  return table.pick(Int32Array.from(rows));
}
