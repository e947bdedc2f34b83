import { type TermId, terms } from '../../rdf/terms.ts';
import { forEachNeighbour } from './closures.ts';
import type { Context } from './context.ts';
import { unbound } from './expressions/expressionScope.ts';
import type { ClosureRelation, PatternPosition, Relation, TriplePlan, TripleTermPlan } from './plan.ts';
import { GrowingColumn, type Slot, type SolutionTable } from './table.ts';

/** Extends each row by the triples that match the pattern with the values of the row. */
export function joinTriple(pattern: TriplePlan, table: SolutionTable, context: Context): SolutionTable {
  const { state, graph } = context;
  const { predicate } = pattern;
  const start = endOf(pattern.subject, table);
  const end = endOf(pattern.object, table);
  const matches = new Matches(pattern, table);
  const { spending } = state;
  if ('kind' in predicate) {
    const pairs =
      predicate.kind === 'closure' ? closurePairs(predicate, start, end, table) : linkPairs(predicate);
    // A path of no steps leads from a term to itself, but relates variables to nodes of the graph only.
    const isOpen = isVariable(pattern.subject, context) && isVariable(pattern.object, context);
    const memo = predicate.kind === 'closure' && isOpen ? state.closures(graph) : undefined;
    for (let row = 0; row < table.length; row++) {
      const before = matches.count;
      pairs(context, termAt(start, row), termAt(end, row), (subject, object) => {
        if (subject !== object || !memo || memo.isNode(subject)) matches.add(row, subject, unbound, object);
      });
      spending.rows(matches.count - before);
      spending.steps(1);
    }
    return matches.table();
  }
  const middle = endOf(predicate, table);
  for (let row = 0; row < table.length; row++) {
    const before = matches.count;
    const subject = termAt(start, row);
    const object = termAt(end, row);
    const by = termAt(middle, row);
    if (by !== unbound) {
      if (subject !== unbound) {
        if (object !== unbound) {
          if (graph.has(subject, by, object)) matches.add(row, subject, by, object);
        } else {
          const objects = graph.objects(subject, by);
          for (let i = 0; i < objects.length; i++) matches.add(row, subject, by, objects[i]!);
        }
      } else if (object !== unbound) {
        const subjects = graph.subjects(by, object);
        for (let i = 0; i < subjects.length; i++) matches.add(row, subjects[i]!, by, object);
      } else {
        for (const triple of state.withPredicate(graph, by))
          matches.add(row, triple.subject, by, triple.object);
      }
    } else if (subject !== unbound) {
      graph.forEachOutgoing(subject, (found, value) => {
        if (object === unbound || value === object) matches.add(row, subject, found, value);
      });
    } else if (object !== unbound) {
      for (const triple of graph.incoming(object)) matches.add(row, triple.subject, triple.predicate, object);
    } else {
      for (const triple of graph.triples()) {
        spending.steps(1);
        matches.add(row, triple.subject, triple.predicate, triple.object);
      }
    }
    spending.rows(matches.count - before);
    spending.steps(1);
  }
  return matches.table();
}

/** The rows whose value is a triple term of these parts, extended by those that have no values yet. */
export function joinTripleTerm(
  plan: TripleTermPlan,
  table: SolutionTable,
  { state }: Context,
): SolutionTable {
  const matches = new Matches({ ...plan, kind: 'triple' }, table);
  const [start, middle, end] = [plan.subject, plan.predicate, plan.object].map((each) => endOf(each, table));
  const agrees = (position: End, row: number, part: TermId) =>
    [unbound, part].includes(termAt(position, row));
  for (let row = 0; row < table.length; row++) {
    const id = table.at(row, plan.slot);
    const parts = id === unbound ? undefined : terms.triple(id);
    if (parts === undefined) continue;
    const { subject, predicate, object } = parts;
    if (agrees(start!, row, subject) && agrees(middle!, row, predicate) && agrees(end!, row, object))
      matches.add(row, subject, predicate, object);
  }
  state.spending.steps(table.length);
  return matches.table();
}

/**
 * The estimated number of rows that result from each row, based on some of them; undefined when no end has a value in one
 * of these.
 */
export function estimateTriple(
  pattern: TriplePlan,
  table: SolutionTable,
  { graph }: Context,
): number | undefined {
  const { predicate } = pattern;
  const start = endOf(pattern.subject, table);
  const end = endOf(pattern.object, table);
  const middle = 'kind' in predicate ? undefined : endOf(predicate, table);
  const samples = Math.min(sampleSize, table.length);
  let sum = 0;
  for (let i = 0; i < samples; i++) {
    const row = Math.floor((i * table.length) / samples);
    const subject = termAt(start, row);
    const object = termAt(end, row);
    const isFrom = subject !== unbound;
    const isTo = object !== unbound;
    if (!isFrom && !isTo) return undefined;
    if (middle === undefined) {
      sum += isFrom && isTo ? 0.5 : 8;
      continue;
    }
    const by = termAt(middle, row);
    if (by === unbound) sum += isFrom ? (isTo ? 1 : 10) : 20;
    else if (isFrom) sum += isTo ? Number(graph.has(subject, by, object)) : graph.objects(subject, by).length;
    else sum += graph.subjects(by, object).length;
  }
  return sum / samples;
}

/** The number of triples that a pattern without known ends looks at. */
export function unboundSize({ predicate }: TriplePlan, { state, graph }: Context): number {
  if ('term' in predicate) return state.withPredicate(graph, predicate.term).length;
  if (!('kind' in predicate) || predicate.kind === 'negated') return graph.size;
  if (predicate.kind === 'closure') return 8 * graph.size;
  return predicate.links.reduce((sum, link) => sum + state.withPredicate(graph, link.predicate).length, 0);
}

const sampleSize = 8;

/** One end of a pattern: a term, or the column that has it where there is one. */
interface End {
  readonly term: TermId;
  readonly column: Int32Array | undefined;
}

function endOf(position: PatternPosition, table: SolutionTable): End {
  return 'term' in position
    ? { term: position.term, column: undefined }
    : { term: unbound, column: table.columns[position.slot] };
}

/** True for a variable, unless it has the value of a parameter, which counts as written in its place. */
function isVariable(position: PatternPosition, { parameters }: Context): boolean {
  return 'slot' in position && !parameters.has(position.slot);
}

function termAt({ term, column }: End, row: number): TermId {
  return column === undefined ? term : column[row]!;
}

/** The rows and values that match so far. */
class Matches {
  readonly #before: SolutionTable;
  readonly #rows = new GrowingColumn();
  readonly #subjects: Filled | undefined;
  readonly #predicates: Filled | undefined;
  readonly #objects: Filled | undefined;
  readonly #equal: readonly [boolean, boolean, boolean];

  constructor({ subject, predicate, object }: TriplePlan, before: SolutionTable) {
    this.#before = before;
    const middle = 'kind' in predicate ? undefined : predicate;
    this.#subjects = filled(subject, before);
    this.#predicates = middle && filled(middle, before);
    this.#objects = filled(object, before);
    this.#equal = [
      isSameSlot(subject, object),
      middle !== undefined && isSameSlot(subject, middle),
      middle !== undefined && isSameSlot(middle, object),
    ];
  }

  get count(): number {
    return this.#rows.length;
  }

  add(row: number, subject: TermId, predicate: TermId, object: TermId): void {
    const [ends, first, last] = this.#equal;
    if ((ends && subject !== object) || (first && subject !== predicate) || (last && predicate !== object))
      return;
    this.#rows.push(row);
    this.#subjects?.values.push(subject);
    this.#predicates?.values.push(predicate);
    this.#objects?.values.push(object);
  }

  table(): SolutionTable {
    const picked = this.#before.pick(this.#rows.done());
    const added: (readonly [Slot, Int32Array])[] = [];
    for (const each of [this.#subjects, this.#predicates, this.#objects])
      if (each) added.push([each.slot, each.values.done()]);
    return added.length === 0 ? picked : picked.with(added);
  }
}

interface Filled {
  readonly slot: Slot;
  readonly values: GrowingColumn;
}

/** Where the values of a position go, unless all rows have one already. */
function filled(position: PatternPosition, table: SolutionTable): Filled | undefined {
  if ('term' in position || table.isFull(position.slot)) return undefined;
  return { slot: position.slot, values: new GrowingColumn() };
}

function isSameSlot(a: PatternPosition, b: PatternPosition): boolean {
  return 'slot' in a && 'slot' in b && a.slot === b.slot;
}

/** Visits the pairs of nodes that a relation has, where unbound stands for any node. */
type Pairs = (
  context: Pick<Context, 'state' | 'graph'>,
  subject: TermId,
  object: TermId,
  visit: (subject: TermId, object: TermId) => void,
) => void;

function linkPairs(relation: Exclude<Relation, ClosureRelation>): Pairs {
  return ({ state, graph }, subject, object, visit) => {
    if (subject !== unbound) {
      forEachNeighbour(graph, relation, subject, false, (value) => {
        if (object === unbound || value === object) visit(subject, value);
      });
    } else if (object !== unbound) {
      forEachNeighbour(graph, relation, object, true, (value) => visit(value, object));
    } else if (relation.kind === 'links') {
      for (const { predicate, inverse } of relation.links) {
        for (const triple of state.withPredicate(graph, predicate)) {
          if (inverse) visit(triple.object, triple.subject);
          else visit(triple.subject, triple.object);
        }
      }
    } else {
      const { forward, backward } = relation;
      for (const triple of graph.triples()) {
        if (forward && !forward.has(triple.predicate)) visit(triple.subject, triple.object);
        if (backward && !backward.has(triple.predicate)) visit(triple.object, triple.subject);
      }
    }
  };
}

function closurePairs(relation: ClosureRelation, start: End, end: End, table: SolutionTable): Pairs {
  // Where both ends are known, the paths are walked from the side with fewer nodes.
  const isFromEnd = distinctTerms(end, table) < distinctTerms(start, table);
  return ({ state, graph }, subject, object, visit) => {
    const memo = state.closures(graph);
    if (subject !== unbound && object !== unbound) {
      const related = isFromEnd
        ? memo.values(relation, object, true).has(subject)
        : memo.values(relation, subject, false).has(object);
      if (related) visit(subject, object);
    } else if (subject !== unbound) {
      for (const value of memo.values(relation, subject, false)) visit(subject, value);
    } else if (object !== unbound) {
      for (const value of memo.values(relation, object, true)) visit(value, object);
    } else {
      for (const node of memo.nodes())
        for (const value of memo.values(relation, node, false)) visit(node, value);
    }
  };
}

function distinctTerms({ column }: End, table: SolutionTable): number {
  return column === undefined ? 1 : table.length < 2 ? table.length : new Set(column).size;
}
