import { pairKey } from '../../rdf/termKeys.ts';
import type { SpentBudget } from './budget.ts';
import { unbound } from './expressions/expressionScope.ts';
import { GrowingColumn, type Slot, type SolutionTable } from './table.ts';

/** All combinations of a row of each table that agree where both have a value. */
export function joinTables(left: SolutionTable, right: SolutionTable, spending: SpentBudget): SolutionTable {
  const pairs = matchingRows(left, right, spending);
  const rows = right.pick(pairs.right);
  const result = left.pick(pairs.left);
  const added: (readonly [Slot, Int32Array])[] = [];
  for (const slot of right.slots()) {
    if (left.isFull(slot)) continue;
    const column = rows.columns[slot]!;
    const before = result.columns[slot];
    added.push([
      slot,
      before ? before.map((value, row) => (value === unbound ? column[row]! : value)) : column,
    ]);
  }
  return result.with(added);
}

/** For each row of the left table: 1 where a row of the right one agrees with it and shares a value of these slots. */
export function rowsWithMatch(
  left: SolutionTable,
  right: SolutionTable,
  sharing: ReadonlySet<Slot>,
  spending: SpentBudget,
): Uint8Array {
  const found = new Uint8Array(left.length);
  const shared = left.slots().filter((slot) => sharing.has(slot) && right.columns[slot]);
  const always = shared.some((slot) => left.isFull(slot) && right.isFull(slot));
  forEachMatch(left, right, spending, (row, other) => {
    if (always || shared.some((slot) => left.at(row, slot) !== unbound && right.at(other, slot) !== unbound))
      found[row] = 1;
  });
  return found;
}

function matchingRows(left: SolutionTable, right: SolutionTable, spending: SpentBudget) {
  const leftRows = new GrowingColumn();
  const rightRows = new GrowingColumn();
  forEachMatch(left, right, spending, (row, other) => {
    spending.rows(1);
    leftRows.push(row);
    rightRows.push(other);
  });
  return { left: leftRows.done(), right: rightRows.done() };
}

/** Visits pairs of rows that agree. Rows are looked up by the slots that have a value in all rows of both tables. */
function forEachMatch(
  left: SolutionTable,
  right: SolutionTable,
  spending: SpentBudget,
  visit: (leftRow: number, rightRow: number) => void,
): void {
  const shared = left.slots().filter((slot) => right.columns[slot] !== undefined);
  const keySlots = shared.filter((slot) => left.isFull(slot) && right.isFull(slot));
  const others = shared.filter((slot) => !keySlots.includes(slot));
  const keys = new RowKeys(keySlots);
  const rightKeys = keys.of(right, spending);
  const leftKeys = keys.of(left, spending);
  // Rows of the right table with equal keys form a chain.
  const first = new Map<number, number>();
  const next = new Int32Array(right.length);
  for (let row = right.length - 1; row >= 0; row--) {
    next[row] = first.get(rightKeys[row]!) ?? -1;
    first.set(rightKeys[row]!, row);
  }
  const agrees = (row: number, other: number) =>
    others.every((slot) => {
      const [a, b] = [left.at(row, slot), right.at(other, slot)];
      return a === b || a === unbound || b === unbound;
    });
  for (let row = 0; row < left.length; row++) {
    spending.steps(1);
    for (let other = first.get(leftKeys[row]!) ?? -1; other !== -1; other = next[other]!) {
      spending.steps(1);
      if (others.length === 0 || agrees(row, other)) visit(row, other);
    }
  }
}

/** Numbers for combinations of values: equal combinations have equal numbers, in all tables of the request. */
class RowKeys {
  readonly #slots: readonly Slot[];
  readonly #numbers: readonly Map<number, number>[];

  constructor(slots: readonly Slot[]) {
    this.#slots = slots;
    this.#numbers = slots.slice(1).map(() => new Map());
  }

  /** The number for each row of a table. No value counts as a value. */
  of(table: SolutionTable, spending: SpentBudget): Int32Array {
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
  table: SolutionTable,
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
export function distinctRows(
  table: SolutionTable,
  slots: readonly Slot[],
  spending: SpentBudget,
): SolutionTable {
  const { firstRows } = groupRows(table, slots, spending);
  const only = table.only(slots);
  return firstRows.length === table.length ? only : only.pick(firstRows);
}
