import type { Graph } from '../../rdf/graph.ts';
import type { TermId } from '../../rdf/terms.ts';
import { SpentBudget } from './budget.ts';
import { type Context, EvaluationState } from './context.ts';
import { unbound } from './expressions/expressionScope.ts';
import type { Frame } from './frame.ts';
import { mentionedBy, mentionedBySelect } from './groupPlan.ts';
import { evaluateColumn, groupTable, keepRows } from './groupTable.ts';
import { distinctRows, groupRows, joinTables, rowsWithMatch } from './joinTables.ts';
import { estimateTriple, joinTriple, joinTripleTerm, unboundSize } from './joinTriple.ts';
import {
  type FilterPlan,
  type GroupPlan,
  type JoinedPlan,
  type MinusPlan,
  type OptionalPlan,
  type PartPlan,
  type QueryPlan,
  type SelectPlan,
  slotsOfTriple,
  type TriplePlan,
} from './plan.ts';
import type { QueryBudget, QuerySource, Solutions } from './query.ts';
import { sliceRows, sortRows } from './sortRows.ts';
import { ownerSlot, rowNumbers, type Slot, SolutionTable, stacked } from './table.ts';

/** The solutions of a query for all rows of the input, in the order of these. The owner's column has their numbers. */
export function evaluateQuery(
  { select, prebound }: QueryPlan,
  frame: Frame,
  source: QuerySource,
  input: Solutions,
  budget: QueryBudget,
): SolutionTable {
  const evaluator = new Evaluator(frame);
  const spending = budget instanceof SpentBudget ? budget : new SpentBudget(budget);
  const state = new EvaluationState(source, spending, (group, table, context) =>
    evaluator.exists(group, table, context),
  );
  const columns = prebound.flatMap(({ variable, slot }) => {
    const index = input.variables.indexOf(variable);
    if (index < 0) return [];
    const column = new Int32Array(input.length);
    for (let row = 0; row < input.length; row++) column[row] = input.value(row, index);
    return [[slot, column] as const];
  });
  const base = new SolutionTable(input.length, []).with([[ownerSlot, rowNumbers(input.length)], ...columns]);
  const answers = evaluator.forEachMask(base, { state, graph: source.graph }, (context) =>
    evaluator.select(select, context),
  );
  const sorted = sortRows(answers, [], spending);
  spending.end();
  return sorted;
}

/**
 * Evaluates groups and selects for many rows at once. Joining a part with the rows before means: all ways to extend a
 * row by a solution of the part that agrees with it. Where that is the same, the part is evaluated with the values of
 * the rows, otherwise by itself.
 */
class Evaluator {
  readonly #frame: Frame;

  constructor(frame: Frame) {
    this.#frame = frame;
  }

  /** Evaluates rows with values for the same slots together, so that each of these slots is a parameter. */
  forEachMask(
    base: SolutionTable,
    { state, graph }: { readonly state: EvaluationState; readonly graph: Graph },
    evaluate: (context: Context) => SolutionTable,
  ): SolutionTable {
    const partial = [...base.partial];
    const run = (rows: SolutionTable) =>
      evaluate({
        state,
        graph,
        base: rows,
        parameters: new Set(rows.slots().filter((slot) => slot !== ownerSlot)),
      });
    if (partial.length === 0) return run(base);
    const masks = new Map<string, number[]>();
    for (let row = 0; row < base.length; row++) {
      const mask = partial.map((slot) => Number(base.at(row, slot) === unbound)).join('');
      const rows = masks.get(mask);
      if (rows) rows.push(row);
      else masks.set(mask, [row]);
    }
    return stacked(
      [...masks.values()].map((rows) => run(new SolutionTable(rows.length, []).with(columnsAt(base, rows)))),
    );
  }

  /** 1 for each row with which some solution of the group agrees. */
  exists(group: GroupPlan, table: SolutionTable, context: Context): Uint8Array {
    const slots = table.slots().filter((slot) => group.mentioned.has(slot));
    const { firstRows, groupOf } = groupRows(table, slots, context.state.spending);
    const base = numberedRows(table.only(slots).pick(firstRows));
    const triples = group.parts.filter((part) => part.kind === 'triple');
    const found = this.forEachMask(base, context, (inner) =>
      triples.length === group.parts.length
        ? this.#matched(triples, group.filters, inner.base, inner)
        : this.#run(group, inner.base, inner, noSlots),
    );
    const owners = ownersIn(found, firstRows.length);
    const matched = new Uint8Array(groupOf.length);
    for (let row = 0; row < groupOf.length; row++) matched[row] = owners[groupOf[row]!]!;
    return matched;
  }

  /**
   * The rows that can be extended by triples so that the filters hold. After each triple, rows that do not differ in what
   * is still to be read continue as one, whichever rows they come from.
   */
  #matched(
    triples: readonly TriplePlan[],
    filters: readonly FilterPlan[],
    rows: SolutionTable,
    context: Context,
  ): SolutionTable {
    const isReady = ({ slots }: FilterPlan) =>
      [...slots].every(
        (slot) => rows.isFull(slot) || !triples.some((triple) => slotsOfTriple(triple).includes(slot)),
      );
    const table = this.#filter(filters.filter(isReady), rows, context);
    if (triples.length === 0 || table.length === 0) return table;
    const { index } = cheapest(triples, table, context);
    const left = triples.toSpliced(index, 1);
    const filtersLeft = filters.filter((filter) => !isReady(filter));
    const next = joinTriple(triples[index]!, numberedRows(table), context);
    let extended = next;
    if (left.length > 0 || filtersLeft.length > 0) {
      const mentioned = new Set([
        ...left.flatMap(slotsOfTriple),
        ...filtersLeft.flatMap(({ slots }) => [...slots]),
      ]);
      const slots = next.slots().filter((slot) => mentioned.has(slot));
      const { firstRows, groupOf } = groupRows(next, slots, context.state.spending);
      const distinct = numberedRows(next.only(slots).pick(firstRows));
      const found = ownersIn(this.#matched(left, filtersLeft, distinct, context), firstRows.length);
      extended = rowsWhere(next, (row) => found[groupOf[row]!] === 1);
    }
    const owners = ownersIn(extended, table.length);
    return rowsWhere(table, (row) => owners[row] === 1);
  }

  select(select: SelectPlan, context: Context): SolutionTable {
    const { state, base } = context;
    const { grouping, projected } = select;
    const isSet =
      select.distinct && grouping === undefined && select.limit === undefined && select.offset === 0;
    let table = this.#run(select.group, base, context, neededBy(select), isSet);
    if (grouping) table = groupTable(grouping, select.group.visible, table, context, this.#frame);
    table = this.#filter(select.having, table, context);
    for (const { slot, expression } of select.named)
      table = table.with([[slot, evaluateColumn(expression, table, context, this.#frame)]]);
    if (select.order.length > 0) {
      const keys = select.order.map(({ expression, descending }) => ({
        values: evaluateColumn(expression, table, context, this.#frame),
        descending,
      }));
      table = sortRows(table, keys, state.spending);
    }
    const slots = [ownerSlot, ...new Set([...context.parameters, ...projected.map(({ slot }) => slot)])];
    table = select.distinct ? distinctRows(table, slots, state.spending) : table.only(slots);
    return sliceRows(table, select.offset, select.limit, state.spending);
  }

  /** All ways to extend a row of the table by a solution of the group. */
  #join(group: GroupPlan, table: SolutionTable, context: Context): SolutionTable {
    if (table.length === 0) return table;
    if (!isAffected(group, table, context)) return this.#run(group, table, context);
    return this.#joinAlone(group.mentioned, table, context, (inner) => this.#run(group, inner.base, inner));
  }

  /** Evaluates a part on its own, for those rows of the base that are left, and joins its solutions. */
  #joinAlone(
    mentioned: ReadonlySet<Slot>,
    table: SolutionTable,
    context: Context,
    evaluate: (context: Context) => SolutionTable,
  ): SolutionTable {
    return joinTables(table, this.#alone(mentioned, table, context, evaluate), context.state.spending);
  }

  #alone(
    mentioned: ReadonlySet<Slot>,
    table: SolutionTable,
    context: Context,
    evaluate: (context: Context) => SolutionTable,
  ): SolutionTable {
    const { base, parameters } = context;
    // Without parameters inside, it has the same solutions for all owners.
    if (![...parameters].some((slot) => mentioned.has(slot))) {
      const one = new SolutionTable(1, []).with([[ownerSlot, rowNumbers(1)]]);
      const result = evaluate({ ...context, base: one, parameters: noSlots });
      return result.only(result.slots().filter((slot) => slot !== ownerSlot));
    }
    const owners = new Set(table.columns[ownerSlot]);
    const left = rowsWhere(base, (row) => owners.has(base.at(row, ownerSlot)));
    return evaluate({ ...context, base: left });
  }

  /**
   * Evaluates a group with the values of rows. Given the slots that are needed afterwards, the others are dropped; with
   * `isSet` it does not matter how often a row occurs.
   */
  #run(
    group: GroupPlan,
    table: SolutionTable,
    context: Context,
    needed?: ReadonlySet<Slot>,
    isSet = needed?.size === 0,
  ): SolutionTable {
    let current = table;
    let filters = group.filters;
    const filter = (withExists: boolean) => {
      const isReady = ({ slots, exists }: FilterPlan) =>
        (withExists || exists.length === 0) &&
        [...slots].every((slot) => current.isFull(slot) || !group.visible.has(slot));
      const ready = filters.filter(isReady);
      if (ready.length === 0) return;
      filters = filters.filter((each) => !ready.includes(each));
      current = this.#filter(ready, current, context);
    };
    const prune = (left: readonly PartPlan[]) => {
      if (needed) current = pruned(current, [...left, ...filters], needed, context, isSet);
    };
    filter(false);
    for (let i = 0; i < group.parts.length && current.length > 0; ) {
      const part = group.parts[i]!;
      switch (part.kind) {
        case 'optional':
          filter(true);
          current = this.#optional(part, current, context);
          i++;
          break;
        case 'minus':
          filter(true);
          current = this.#minus(part, current, context);
          i++;
          break;
        case 'bind':
          filter(true);
          current = this.#bind(part, current, context);
          i++;
          break;
        default: {
          let end = i;
          const run: JoinedPlan[] = [];
          for (let next = group.parts[end]; next && isJoined(next); next = group.parts[++end]) run.push(next);
          while (run.length > 0 && current.length > 0) {
            const { index, cost } = cheapest(run, current, context);
            // Tests that look at graphs come before parts that multiply the rows, and after parts that remove rows.
            if (cost >= 1) filter(true);
            const [next] = run.splice(index, 1);
            current = this.#joinPart(next!, current, context);
            filter(false);
            prune([...run, ...group.parts.slice(end)]);
          }
          i = end;
        }
      }
      filter(false);
    }
    current = this.#filter(filters, current, context);
    filters = [];
    prune([]);
    return current;
  }

  #joinPart(part: JoinedPlan, table: SolutionTable, context: Context): SolutionTable {
    switch (part.kind) {
      case 'triple':
        return joinTriple(part, table, context);
      case 'tripleTerm':
        return joinTripleTerm(part, table, context);
      case 'group':
        return this.#join(part, table, context);
      case 'union':
        return stacked(part.branches.map((branch) => this.#join(branch, table, context)));
      case 'values':
        return joinTables(table, part.table, context.state.spending);
      case 'select': {
        const { select } = part;
        return this.#joinAlone(mentionedBySelect(select), table, context, (inner) =>
          this.select(select, inner),
        );
      }
      case 'graph':
        return this.#graph(part, table, context);
    }
  }

  #graph(
    part: JoinedPlan & { readonly kind: 'graph' },
    table: SolutionTable,
    context: Context,
  ): SolutionTable {
    const { name, group } = part;
    const { named, names = [] } = context.state.source;
    const inGraph = (term: TermId, rows: SolutionTable) => {
      const graph = named?.(term);
      return graph && rows.length > 0 ? [this.#join(group, rows, { ...context, graph })] : [];
    };
    if ('term' in name) return stacked(inGraph(name.term, table));
    const { slot } = name;
    const { firstRows, groupOf } = groupRows(table, [slot], context.state.spending);
    return stacked(
      [...firstRows].flatMap((row, index) => {
        const rows = rowsWhere(table, (each) => groupOf[each] === index);
        const term = table.at(row, slot);
        if (term !== unbound) return inGraph(term, rows);
        return names.flatMap((each) =>
          inGraph(each, rows.with([[slot, new Int32Array(rows.length).fill(each)]])),
        );
      }),
    );
  }

  #optional(
    { group, filters, rowSlot }: OptionalPlan,
    table: SolutionTable,
    context: Context,
  ): SolutionTable {
    const numbered = table.with([[rowSlot, rowNumbers(table.length)]]);
    const joined = this.#filter(filters, this.#join(group, numbered, context), context);
    const extended = new Uint8Array(table.length);
    for (let row = 0; row < joined.length; row++) extended[joined.at(row, rowSlot)] = 1;
    const columns = joined.slots().filter((slot) => slot !== rowSlot);
    return stacked([joined.only(columns), rowsWhere(table, (row) => extended[row] === 0)]);
  }

  #minus({ group, rowSlot }: MinusPlan, table: SolutionTable, context: Context): SolutionTable {
    const { parameters, state } = context;
    const sharing = table.slots().filter((slot) => group.visible.has(slot));
    if (sharing.length === 0) return table;
    const isCertain = sharing.some((slot) => table.isFull(slot) && group.certain.has(slot));
    if (!isCertain || isAffected(group, table, context)) {
      const taken = this.#alone(group.mentioned, table, context, (inner) =>
        this.#run(group, inner.base, inner),
      );
      const found = rowsWithMatch(table, taken, new Set(sharing), state.spending);
      return rowsWhere(table, (row) => found[row] === 0);
    }
    const slots = [...new Set([ownerSlot, ...parameters, ...sharing])];
    const { firstRows, groupOf } = groupRows(table, slots, context.state.spending);
    const asked = table
      .only(slots)
      .pick(firstRows)
      .with([[rowSlot, rowNumbers(firstRows.length)]]);
    const found = this.#run(group, asked, context, new Set([rowSlot]), true);
    const taken = new Uint8Array(firstRows.length);
    for (let row = 0; row < found.length; row++) taken[found.at(row, rowSlot)] = 1;
    return rowsWhere(table, (row) => taken[groupOf[row]!] === 0);
  }

  #bind(part: PartPlan & { readonly kind: 'bind' }, table: SolutionTable, context: Context): SolutionTable {
    const { slot, expression } = part;
    const values = evaluateColumn(expression, table, context, this.#frame);
    const before = table.columns[slot];
    if (before === undefined) return table.with([[slot, values]]);
    const agreeing = rowsWhere(
      table.with([[slot, before.map((value, row) => (value === unbound ? values[row]! : value))]]),
      (row) => before[row] === unbound || values[row] === unbound || before[row] === values[row],
    );
    return agreeing;
  }

  #filter(filters: readonly FilterPlan[], table: SolutionTable, context: Context): SolutionTable {
    let current = table;
    // Tests that look at graphs come last, when fewer rows are left.
    for (const filter of filters.toSorted((a, b) => a.exists.length - b.exists.length))
      if (current.length > 0) current = keepRows(filter, current, context, this.#frame);
    return current;
  }
}

/** 1 for each owner that has a row. */
function ownersIn(table: SolutionTable, count: number): Uint8Array {
  const owners = new Uint8Array(count);
  for (let row = 0; row < table.length; row++) owners[table.at(row, ownerSlot)] = 1;
  return owners;
}

const noSlots: ReadonlySet<Slot> = new Set();

function isJoined(part: PartPlan): part is JoinedPlan {
  return part.kind !== 'optional' && part.kind !== 'minus' && part.kind !== 'bind';
}

/** True when the values of the rows would change what the group means. */
function isAffected({ sensitive }: GroupPlan, table: SolutionTable, { parameters }: Context): boolean {
  for (const slot of sensitive) if (table.columns[slot] !== undefined && !parameters.has(slot)) return true;
  return false;
}

/** The part with the fewest estimated rows for each row. */
function cheapest(
  parts: readonly JoinedPlan[],
  table: SolutionTable,
  context: Context,
): { readonly index: number; readonly cost: number } {
  context.state.spending.steps(20 * parts.length);
  const costs = parts.map((part) => estimate(part, table, context));
  // Whole predicates are only considered when nothing else is left: then they have to be read anyway.
  const known = costs.some((cost) => cost !== undefined)
    ? costs
    : parts.map((part) => (part.kind === 'triple' ? unboundSize(part, context) : undefined));
  let index = 0;
  let least = Number.POSITIVE_INFINITY;
  for (const [i, cost] of known.entries()) {
    if (cost === undefined || cost >= least) continue;
    index = i;
    least = cost;
  }
  return { index, cost: least };
}

/** The estimated number of rows that result from each row; undefined for patterns without an estimate. */
function estimate(part: JoinedPlan, table: SolutionTable, context: Context): number | undefined {
  if (part.kind === 'values') return isConnected(part.table.slots(), table) ? 0.1 : part.table.length;
  if (part.kind === 'tripleTerm') return table.isFull(part.slot) ? 0.5 : undefined;
  if (part.kind === 'triple') {
    const rows = estimateTriple(part, table, context);
    if (rows === undefined) return undefined;
    const slots = slotsOfTriple(part);
    // A part that is unrelated to the rows so far multiplies them.
    return slots.length === 0 || isConnected(slots, table) ? rows : 5 + 4 * rows;
  }
  return isConnected(mentionedBy(part), table) ? 50 : 1000;
}

function isConnected(slots: Iterable<Slot>, table: SolutionTable): boolean {
  for (const slot of slots) if (table.columns[slot] !== undefined) return true;
  return false;
}

function neededBy({ group, grouping, having, named, order, projected }: SelectPlan): ReadonlySet<Slot> {
  const needed = new Set(projected.map(({ slot }) => slot));
  const look = (slots: Iterable<Slot>) => {
    for (const slot of slots) needed.add(slot);
  };
  for (const { slots } of having) look(slots);
  for (const { expression } of [...named, ...order]) look(expression.slots);
  for (const { slot, expression } of grouping?.keys ?? []) look(expression?.slots ?? [slot]);
  for (const { argument } of grouping?.aggregates ?? []) look(argument?.slots ?? group.visible);
  return needed;
}

/** Drops the columns that are no longer needed and, for a set, the rows that have become equal. */
function pruned(
  table: SolutionTable,
  left: readonly (PartPlan | FilterPlan)[],
  needed: ReadonlySet<Slot>,
  { parameters, state }: Context,
  isSet: boolean,
): SolutionTable {
  const used = new Set([ownerSlot, ...parameters, ...needed]);
  for (const each of left) for (const slot of 'kind' in each ? mentionedBy(each) : each.slots) used.add(slot);
  const before = table.slots();
  const slots = before.filter((slot) => used.has(slot));
  if (slots.length === before.length) return table;
  return isSet ? distinctRows(table, slots, state.spending) : table.only(slots);
}

/** Each row as its own owner. */
function numberedRows(table: SolutionTable): SolutionTable {
  return table.with([[ownerSlot, rowNumbers(table.length)]]);
}

function columnsAt(table: SolutionTable, rows: readonly number[]): readonly (readonly [Slot, Int32Array])[] {
  return table.slots().map((slot) => [slot, Int32Array.from(rows, (row) => table.at(row, slot))]);
}

function rowsWhere(table: SolutionTable, isKept: (row: number) => boolean): SolutionTable {
  const rows: number[] = [];
  for (let row = 0; row < table.length; row++) if (isKept(row)) rows.push(row);
  return rows.length === table.length ? table : table.pick(new Int32Array(rows));
}
