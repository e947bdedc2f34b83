import type { Context } from './context.ts';
import { unbound } from './expressions/expressionScope.ts';
import type { Frame } from './frame.ts';
import type { ExpressionPlan, FilterPlan } from './plan.ts';
import { GrowingColumn, type Slot, type Table } from './table.ts';

/** The values of an expression in all rows: `unbound` for errors. */
export function evaluateColumn(
  { value, decidedBy }: ExpressionPlan,
  table: Table,
  context: Context,
  frame: Frame,
): Int32Array {
  const column = new Int32Array(table.length);
  const of = oncePerValue((row) => value(row) ?? unbound, decidedBy, table);
  frame.on(table, context, () => {
    for (let row = 0; row < table.length; row++) {
      context.state.spending.steps(1);
      column[row] = of(row);
    }
  });
  return column;
}

/** The rows on which a condition is true. */
export function keepRows(
  { condition, decidedBy }: FilterPlan,
  table: Table,
  context: Context,
  frame: Frame,
): Table {
  const rows = new GrowingColumn();
  const holds = oncePerValue(condition, decidedBy, table);
  frame.on(table, context, () => {
    for (let row = 0; row < table.length; row++) {
      context.state.spending.steps(1);
      if (holds(row)) rows.push(row);
    }
  });
  return rows.length === table.length ? table : table.pick(rows.done());
}

/** Computes once for each value of a slot what depends on that slot only. */
function oncePerValue<Result>(
  compute: (row: number) => Result,
  slot: Slot | undefined,
  table: Table,
): (row: number) => Result {
  if (slot === undefined || table.length < 2) return compute;
  const results = new Map<number, Result>();
  return (row) => {
    const value = table.at(row, slot);
    const known = results.get(value);
    if (known !== undefined || results.has(value)) return known as Result;
    const result = compute(row);
    results.set(value, result);
    return result;
  };
}
