import { pairKey } from '../../rdf/pairKey.ts';
import type { SpentBudget } from './budget.ts';
import type { Slot, Table } from './table.ts';

/** Numbers for combinations of values: equal combinations have equal numbers, in all tables that are asked about. */
export class RowKeys {
  readonly #slots: readonly Slot[];
  readonly #numbers: readonly Map<number, number>[];

  constructor(slots: readonly Slot[]) {
    this.#slots = slots;
    this.#numbers = slots.slice(1).map(() => new Map());
  }

  /** The number for each row of a table. No value counts as a value. */
  of(table: Table, spending: SpentBudget): Int32Array {
    const keys = new Int32Array(table.length);
    for (const [i, slot] of this.#slots.entries()) {
      const column = table.columns[slot];
      if (i === 0) {
        if (column) keys.set(column);
        else keys.fill(-1);
        continue;
      }
      const numbers = this.#numbers[i - 1]!;
      for (let row = 0; row < keys.length; row++) {
        spending.steps(1);
        const key = pairKey(keys[row]! + 1, (column ? column[row]! : -1) + 1);
        let number = numbers.get(key);
        if (number === undefined) {
          number = numbers.size;
          numbers.set(key, number);
        }
        keys[row] = number;
      }
    }
    return keys;
  }
}

/** For each row the number of the first row with equal values in the slots, counting such first rows only. */
export function groupRows(
  table: Table,
  slots: readonly Slot[],
  spending: SpentBudget,
): { readonly firstRows: Int32Array; readonly groupOf: Int32Array } {
  const keys = new RowKeys(slots).of(table, spending);
  const groupOf = new Int32Array(table.length);
  const firstRows: number[] = [];
  const groups = new Map<number, number>();
  for (let row = 0; row < keys.length; row++) {
    spending.steps(1);
    let group = groups.get(keys[row]!);
    if (group === undefined) {
      group = firstRows.push(row) - 1;
      groups.set(keys[row]!, group);
    }
    groupOf[row] = group;
  }
  return { firstRows: new Int32Array(firstRows), groupOf };
}

/** The first of rows that have equal values in the slots; the other columns are left out. */
export function distinctRows(table: Table, slots: readonly Slot[], spending: SpentBudget): Table {
  const { firstRows } = groupRows(table, slots, spending);
  const only = table.only(slots);
  return firstRows.length === table.length ? only : only.pick(firstRows);
}
