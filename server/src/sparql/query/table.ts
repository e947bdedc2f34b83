import { unbound } from './expressions/expressionScope.ts';

/** The number of a variable within a plan. */
export type Slot = number;

/** The column with the row of the input to which each row belongs. */
export const ownerSlot: Slot = 0;

/** Solutions as columns of term ids, a column for each slot. Immutable. A slot without a column has no value in any row. */
export class SolutionTable {
  readonly length: number;
  readonly columns: readonly (Int32Array | undefined)[];
  /** Slots with a column that has no value in some rows. */
  readonly partial: ReadonlySet<Slot>;
  /** The same object in tables with the same rows that differ in their columns only. */
  readonly rowIdentity: object;

  constructor(
    length: number,
    columns: readonly (Int32Array | undefined)[],
    partial: ReadonlySet<Slot> = noSlots,
    rowIdentity: object = {},
  ) {
    this.length = length;
    this.columns = columns;
    this.partial = partial;
    this.rowIdentity = rowIdentity;
  }

  at(row: number, slot: Slot): number {
    const column = this.columns[slot];
    return column === undefined ? unbound : column[row]!;
  }

  /** True when the slot has a value in every row. */
  isFull(slot: Slot): boolean {
    return this.columns[slot] !== undefined && !this.partial.has(slot);
  }

  /** The slots that have a value in some rows. */
  slots(): readonly Slot[] {
    const slots: Slot[] = [];
    for (let slot = 0; slot < this.columns.length; slot++)
      if (this.columns[slot] !== undefined) slots.push(slot);
    return slots;
  }

  /** The given rows, in that order, possibly repeated. */
  pick(rows: Int32Array): SolutionTable {
    const columns = this.columns.map((column) => column && picked(column, rows));
    return new SolutionTable(rows.length, columns, this.partial);
  }

  /** The same rows with other columns for some slots. Finds out by itself whether values are missing. */
  with(added: Iterable<readonly [Slot, Int32Array]>): SolutionTable {
    const columns = this.columns.slice();
    const partial = new Set(this.partial);
    for (const [slot, column] of added) {
      const missing = countMissing(column);
      columns[slot] = missing === this.length && missing > 0 ? undefined : column;
      if (missing > 0 && missing < this.length) partial.add(slot);
      else partial.delete(slot);
    }
    return new SolutionTable(this.length, columns, partial, this.rowIdentity);
  }

  /** The same rows with the columns of some slots only. */
  only(slots: Iterable<Slot>): SolutionTable {
    const columns: (Int32Array | undefined)[] = [];
    const partial = new Set<Slot>();
    for (const slot of slots) {
      columns[slot] = this.columns[slot];
      if (this.partial.has(slot)) partial.add(slot);
    }
    return new SolutionTable(this.length, columns, partial, this.rowIdentity);
  }
}

const noSlots: ReadonlySet<Slot> = new Set();

function picked(column: Int32Array, rows: Int32Array): Int32Array {
  const result = new Int32Array(rows.length);
  for (let i = 0; i < rows.length; i++) result[i] = column[rows[i]!]!;
  return result;
}

function countMissing(column: Int32Array): number {
  let missing = 0;
  for (let i = 0; i < column.length; i++) if (column[i] === unbound) missing++;
  return missing;
}

/** All rows of tables, one table after the other. */
export function stacked(tables: readonly SolutionTable[]): SolutionTable {
  if (tables.length === 1) return tables[0]!;
  const length = tables.reduce((sum, table) => sum + table.length, 0);
  const result: (readonly [Slot, Int32Array])[] = [];
  for (const slot of new Set(tables.flatMap((table) => table.slots()))) {
    const column = new Int32Array(length).fill(unbound);
    let at = 0;
    for (const table of tables) {
      const part = table.columns[slot];
      if (part) column.set(part, at);
      at += table.length;
    }
    result.push([slot, column]);
  }
  return new SolutionTable(length, []).with(result);
}

/** A column that grows. */
export class GrowingColumn {
  readonly #values: number[] = [];

  get length(): number {
    return this.#values.length;
  }

  push(value: number): void {
    this.#values.push(value);
  }

  /** The values so far. */
  done(): Int32Array {
    return new Int32Array(this.#values);
  }
}

/** A column with the number of each row. */
export function rowNumbers(length: number): Int32Array {
  const numbers = new Int32Array(length);
  for (let row = 0; row < length; row++) numbers[row] = row;
  return numbers;
}
