import type { SpentBudget } from './budget.ts';
import { unbound } from './expressions/expressionScope.ts';
import { RowKeys } from './rowKeys.ts';
import { GrowingColumn, type Slot, type Table } from './table.ts';

/** All combinations of a row of each table that agree where both have a value. */
export function joinTables(left: Table, right: Table, spending: SpentBudget): Table {
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
  left: Table,
  right: Table,
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

function matchingRows(left: Table, right: Table, spending: SpentBudget) {
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
  left: Table,
  right: Table,
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
