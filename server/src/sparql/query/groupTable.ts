import type { AggregateExpression } from 'sparqljs';
import { compareTerms } from '../../rdf/termOrder.ts';
import { type TermId, terms } from '../../rdf/terms.ts';
import type { Context } from './context.ts';
import { type QueryEvaluation, unbound } from './expressions/expressionScope.ts';
import {
  add,
  digitsOf,
  divide,
  integerTerm,
  type Numeric,
  numberTerm,
  readNumber,
} from './expressions/numbers.ts';
import type { Frame } from './frame.ts';
import { groupRows } from './joinTables.ts';
import type { AggregatePlan, ExpressionPlan, FilterPlan, GroupingPlan } from './plan.ts';
import { compareForOrder } from './sortRows.ts';
import { GrowingColumn, ownerSlot, type Slot, type SolutionTable, stacked } from './table.ts';

/**
 * A row for each group, with its keys and aggregates. Rows of different owners are in different groups. Without keys, each
 * owner has one group, even without rows.
 *
 * @param visible the slots that make a solution, which COUNT(DISTINCT *) counts
 */
export function groupTable(
  { keys, aggregates }: GroupingPlan,
  visible: ReadonlySet<Slot>,
  table: SolutionTable,
  context: Context,
  frame: Frame,
): SolutionTable {
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
  rows: SolutionTable,
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
  table: SolutionTable,
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
  table: SolutionTable,
  context: Context,
  frame: Frame,
): SolutionTable {
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

/** Computes once for each value of a slot what only depends on that slot. */
function oncePerValue<Result>(
  compute: (row: number) => Result,
  slot: Slot | undefined,
  table: SolutionTable,
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

/** Collects the values of an aggregate's argument within one group. */
interface Accumulator {
  /** Undefined for an error or no value. COUNT(*) takes a number for each row, equal for equal rows. */
  add(value: TermId | undefined): void;
  /** Undefined for an error. */
  result(): TermId | undefined;
}

/** Starts an aggregate for one group. Its result does not depend on the order of rows, except for GROUP_CONCAT. */
export function startAggregate(aggregate: AggregateExpression, evaluation: QueryEvaluation): Accumulator {
  const collected = accumulator(aggregate, evaluation);
  return aggregate.distinct ? new DistinctValues(collected) : collected;
}

function accumulator(
  { aggregation, separator }: AggregateExpression,
  evaluation: QueryEvaluation,
): Accumulator {
  switch (aggregation) {
    case 'count':
      return new Count();
    case 'sum':
      return new Sum(evaluation);
    case 'avg':
      return new Average(evaluation);
    case 'min':
      return new Extreme((a, b) => compareForOrder(a, b) || compareTerms(a, b));
    case 'max':
      return new Extreme((a, b) => compareForOrder(b, a) || compareTerms(a, b));
    case 'sample':
      return new Sample();
    default:
      return new Concatenation(separator ?? ' ', evaluation);
  }
}

class DistinctValues implements Accumulator {
  readonly #seen = new Set<TermId | undefined>();
  readonly #inner: Accumulator;

  constructor(inner: Accumulator) {
    this.#inner = inner;
  }

  add(value: TermId | undefined): void {
    if (this.#seen.has(value)) return;
    this.#seen.add(value);
    this.#inner.add(value);
  }

  result(): TermId | undefined {
    return this.#inner.result();
  }
}

/** Counts values, not errors. */
class Count implements Accumulator {
  #count = 0;

  add(value: TermId | undefined): void {
    if (value !== undefined) this.#count++;
  }

  result(): TermId {
    return integerTerm(this.#count);
  }
}

const zero: Numeric = { type: 'integer', value: { unscaled: 0n, scale: 0 } };

/** One error, or one value that is not a number, makes the sum an error. */
class Sum implements Accumulator {
  readonly #evaluation: QueryEvaluation;
  #sum: Numeric | undefined = zero;

  constructor(evaluation: QueryEvaluation) {
    this.#evaluation = evaluation;
  }

  add(value: TermId | undefined): void {
    if (value !== undefined) this.#evaluation.digits(digitsOf(value));
    const number = value === undefined ? undefined : readNumber(value);
    this.#sum = this.#sum && number && add(this.#sum, number);
  }

  get number(): Numeric | undefined {
    return this.#sum;
  }

  result(): TermId | undefined {
    return this.#sum && numberTerm(this.#sum);
  }
}

class Average implements Accumulator {
  readonly #sum: Sum;
  #count = 0;

  constructor(evaluation: QueryEvaluation) {
    this.#sum = new Sum(evaluation);
  }

  add(value: TermId | undefined): void {
    this.#sum.add(value);
    this.#count++;
  }

  result(): TermId | undefined {
    if (this.#count === 0) return numberTerm(zero);
    const sum = this.#sum.number;
    const count: Numeric = { type: 'integer', value: { unscaled: BigInt(this.#count), scale: 0 } };
    const average = sum && divide(sum, count);
    return average && numberTerm(average);
  }
}

/** The first value in an order. One error makes it an error. */
class Extreme implements Accumulator {
  readonly #compare: (a: TermId, b: TermId) => number;
  #first: TermId | undefined;
  #errors = 0;

  constructor(compare: (a: TermId, b: TermId) => number) {
    this.#compare = compare;
  }

  add(value: TermId | undefined): void {
    if (value === undefined) this.#errors++;
    else if (this.#first === undefined || this.#compare(value, this.#first) < 0) this.#first = value;
  }

  result(): TermId | undefined {
    return this.#errors > 0 ? undefined : this.#first;
  }
}

/** Any value that is not an error: the first one in the order of terms. */
class Sample implements Accumulator {
  #sample: TermId | undefined;

  add(value: TermId | undefined): void {
    if (value === undefined) return;
    if (this.#sample === undefined || compareTerms(value, this.#sample) < 0) this.#sample = value;
  }

  result(): TermId | undefined {
    return this.#sample;
  }
}

/** Joins what STR() gives for the values. One error, or one blank node, makes it an error. */
class Concatenation implements Accumulator {
  readonly #separator: string;
  readonly #evaluation: QueryEvaluation;
  readonly #texts: string[] = [];
  #errors = 0;

  constructor(separator: string, evaluation: QueryEvaluation) {
    this.#separator = separator;
    this.#evaluation = evaluation;
  }

  add(value: TermId | undefined): void {
    if (value === undefined || !(terms.isLiteral(value) || terms.isIri(value))) {
      this.#errors++;
      return;
    }
    const text = terms.value(value);
    this.#evaluation.spend(text.length + this.#separator.length);
    this.#texts.push(text);
  }

  result(): TermId | undefined {
    return this.#errors > 0 ? undefined : terms.literal(this.#texts.join(this.#separator));
  }
}
