import type { Context } from './context.ts';
import { unbound } from './expressions/expressionScope.ts';
import type { Frame } from './frame.ts';
import type { ExpressionPlan, FilterPlan } from './plan.ts';
import { GrowingColumn, type Table } from './table.ts';

/** The values of an expression in all rows: `unbound` for errors. */
export function evaluateColumn(
  { value }: ExpressionPlan,
  table: Table,
  context: Context,
  frame: Frame,
): Int32Array {
  const column = new Int32Array(table.length);
  frame.on(table, context, () => {
    for (let row = 0; row < table.length; row++) {
      context.state.spending.steps(1);
      column[row] = value(row) ?? unbound;
    }
  });
  return column;
}

/** The rows on which a condition is true. */
export function keepRows({ condition }: FilterPlan, table: Table, context: Context, frame: Frame): Table {
  const rows = new GrowingColumn();
  frame.on(table, context, () => {
    for (let row = 0; row < table.length; row++) {
      context.state.spending.steps(1);
      if (condition(row)) rows.push(row);
    }
  });
  return rows.length === table.length ? table : table.pick(rows.done());
}
