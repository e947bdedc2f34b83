import type { Context } from './context.ts';
import { type Accumulator, startAggregate } from './expressions/aggregates.ts';
import { unbound } from './expressions/expressionScope.ts';
import type { Frame } from './frame.ts';
import { groupRows } from './joinTables.ts';
import type { AggregatePlan, ExpressionPlan, FilterPlan, GroupingPlan } from './plan.ts';
import { GrowingColumn, ownerSlot, type Slot, stacked, type Table } from './table.ts';

/**
 * A row for each group, with its keys and aggregates. Rows of different owners are in different groups. Without keys,
 * each owner has one group, also without rows.
 *
 * @param visible the slots that make a solution, which COUNT(DISTINCT *) counts
 */
export function groupTable(
  { keys, aggregates }: GroupingPlan,
  visible: ReadonlySet<Slot>,
  table: Table,
  context: Context,
  frame: Frame,
): Table {
  let rows = table;
  for (const { slot, expression } of keys)
    if (expression) rows = rows.with([[slot, evaluateColumn(expression, table, context, frame)]]);
  const slots = [...new Set([ownerSlot, ...context.parameters, ...keys.map(({ slot }) => slot)])];
  if (keys.length === 0) {
    const owners = new Set(table.columns[ownerSlot]);
    const { base } = context;
    const missing = Int32Array.from(
      Array.from({ length: base.length }, (_, row) => row).filter(
        (row) => !owners.has(base.at(row, ownerSlot)),
      ),
    );
    const { firstRows, groupOf } = groupRows(rows, [ownerSlot], context.state.spending);
    const groups = stacked([rows.only(slots).pick(firstRows), base.only(slots).pick(missing)]);
    return groups.with(aggregateColumns(aggregates, rows, groupOf, groups.length, visible, context, frame));
  }
  const { firstRows, groupOf } = groupRows(rows, slots, context.state.spending);
  const groups = rows.only(slots).pick(firstRows);
  return groups.with(aggregateColumns(aggregates, rows, groupOf, groups.length, visible, context, frame));
}

function aggregateColumns(
  aggregates: readonly AggregatePlan[],
  rows: Table,
  groupOf: Int32Array,
  groups: number,
  visible: ReadonlySet<Slot>,
  context: Context,
  frame: Frame,
): readonly (readonly [Slot, Int32Array])[] {
  return aggregates.map(({ slot, expression, argument }) => {
    const values = argument
      ? evaluateColumn(argument, rows, context, frame)
      : groupRows(rows, [...visible], context.state.spending).groupOf;
    return frame.on(rows, context, () => {
      const started: Accumulator[] = Array.from({ length: groups }, () => startAggregate(expression, frame));
      for (let row = 0; row < rows.length; row++) {
        const value = values[row]!;
        started[groupOf[row]!]!.add(value === unbound ? undefined : value);
      }
      return [slot, Int32Array.from(started, (each) => each.result() ?? unbound)] as const;
    });
  });
}

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
