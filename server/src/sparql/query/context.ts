import { seededRandom } from '../../base/random.ts';
import type { Graph } from '../../rdf/graph.ts';
import { type TermId, type Triple, terms } from '../../rdf/terms.ts';
import type { SpentBudget } from './budget.ts';
import { ClosureMemo } from './closures.ts';
import type { GroupPlan } from './plan.ts';
import type { Answers, CompiledQuery, QuerySource, Solutions } from './query.ts';
import type { Slot, SolutionTable } from './table.ts';

/** State that is constant during one evaluation of a query. */
export class EvaluationState {
  readonly source: QuerySource;
  readonly spending: SpentBudget;
  readonly now = new Date();
  /** Finds out for each row of a table whether a group has a compatible solution: 1 if so. */
  readonly exists: (group: GroupPlan, table: SolutionTable, context: Context) => Uint8Array;
  readonly #random = seededRandom(1);
  readonly #blankNodes = new WeakMap<object, Map<string, TermId>>();
  readonly #closures = new Map<Graph, ClosureMemo>();
  readonly #predicates = new Map<Graph, Map<TermId, readonly Triple[]>>();

  constructor(source: QuerySource, spending: SpentBudget, exists: EvaluationState['exists']) {
    this.source = source;
    this.spending = spending;
    this.exists = exists;
  }

  /** Evaluates the query of a function that is called. */
  ask(query: CompiledQuery, input: Solutions): Answers {
    return this.spending.nested(() => query.evaluate(this.source, input, this.spending));
  }

  random(): number {
    return this.#random.below(2 ** 32) / 2 ** 32;
  }

  /** The blank node of a label in a row, new for each row; a new one for each call without a label. */
  blankNode(table: SolutionTable, row: number, label: string | undefined): TermId {
    if (label === undefined) return newBlankNode();
    let nodes = this.#blankNodes.get(table.rowIdentity);
    if (nodes === undefined) {
      nodes = new Map();
      this.#blankNodes.set(table.rowIdentity, nodes);
    }
    const key = `${row} ${label}`;
    let node = nodes.get(key);
    if (node === undefined) {
      node = newBlankNode();
      nodes.set(key, node);
    }
    return node;
  }

  closures(graph: Graph): ClosureMemo {
    let memo = this.#closures.get(graph);
    if (memo === undefined) {
      memo = new ClosureMemo(graph, this.spending);
      this.#closures.set(graph, memo);
    }
    return memo;
  }

  withPredicate(graph: Graph, predicate: TermId): readonly Triple[] {
    let lists = this.#predicates.get(graph);
    if (lists === undefined) {
      lists = new Map();
      this.#predicates.set(graph, lists);
    }
    let list = lists.get(predicate);
    if (list === undefined) {
      list = graph.withPredicate(predicate);
      lists.set(predicate, list);
    }
    return list;
  }
}

/** Where in a query the evaluation is. */
export interface Context {
  readonly state: EvaluationState;
  /** The active graph. */
  readonly graph: Graph;
  /**
   * The rows that everything is evaluated for, each with its own number in the owner's column, and columns for the
   * parameters: the pre-bound variables and, within EXISTS, all variables that have a value outside.
   */
  readonly base: SolutionTable;
  /** Slots that have a value in every row of the base. They hold at any depth. */
  readonly parameters: ReadonlySet<Slot>;
}

let blankNodes = 0;

const labelStart = 'query:';

/** A blank node that no document contains. */
function newBlankNode(): TermId {
  return terms.blankNode(`${labelStart}${blankNodes++}`);
}

/** True for a blank node that the evaluation of a query made. */
export function isMadeByQuery(term: TermId): boolean {
  return terms.isBlank(term) && terms.value(term).startsWith(labelStart);
}
