import type { Answers, Solutions } from './query.ts';
import { ownerSlot, type Slot, type Table } from './table.ts';

/** Rows of a table as answers. */
export class TableAnswers implements Answers {
  readonly solutions: Solutions;
  readonly #table: Table;

  constructor(table: Table, projected: readonly { readonly variable: string; readonly slot: Slot }[]) {
    this.#table = table;
    const slots = projected.map(({ slot }) => slot);
    this.solutions = {
      variables: projected.map(({ variable }) => variable),
      length: table.length,
      value: (row, variable) => table.at(row, slots[variable]!),
    };
  }

  inputRow(row: number): number {
    return this.#table.at(row, ownerSlot);
  }
}
