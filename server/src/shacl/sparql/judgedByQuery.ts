import type { Graph } from '../../rdf/graph.ts';
import { pairKey } from '../../rdf/termKeys.ts';
import { type TermId, terms } from '../../rdf/terms.ts';
import type { CompiledQuery, QueryBudget, QuerySource } from '../../sparql/query/query.ts';
import type { ResultDetails } from '../model/component.ts';
import type { ConstraintOf, Shape } from '../model/shape.ts';
import { shapesGraphName, whyStopped, withConstants } from './compileShapeQuery.ts';
import { queryBudget } from './queryEngine.ts';
import type { ReachedByQuery } from './queryReach.ts';

/** What is judged at once: a focus node, with one of its values for ASK queries. */
export interface QueriedNode {
  readonly node: TermId;
  readonly value: TermId;
}

type Verdict = QueriedNode & { readonly failures: readonly ResultDetails[] };
type Verdicts = Map<number, Verdict>;

/** Verdicts from other graphs that still hold. */
interface Earlier {
  readonly known: Verdicts;
  readonly below: { readonly known: Verdicts; readonly again: ReadonlySet<number> } | undefined;
  readonly stopped: { readonly reason: string; readonly isGivenUp: boolean } | undefined;
}

/** Above this number of changed verdicts, all verdicts are copied. */
const maxChanges = 256;

/** The graphs that a query is asked of. */
export interface QueriedGraphs {
  readonly graph: Graph;
  readonly shapesGraph: Graph;
  /** What each evaluation may use; that of `queryBudget` when there is none. */
  readonly budget?: QueryBudget | undefined;
}

/** The verdicts of a query about nodes of one graph. Nodes are judged together, and no node twice. */
export class JudgedByQuery {
  readonly #constraint: ConstraintOf<'sparql'>;
  readonly #shape: Shape;
  readonly #query: CompiledQuery;
  readonly #source: QuerySource;
  readonly #budget: QueryBudget;
  readonly #known: Verdicts;
  /** Verdicts from before a change, some of which are to be judged again. */
  readonly #below: { readonly known: Verdicts; readonly again: ReadonlySet<number> } | undefined;
  #stopped: { readonly reason: string; readonly isGivenUp: boolean } | undefined;

  constructor(
    constraint: ConstraintOf<'sparql'>,
    shape: Shape,
    query: CompiledQuery,
    { graph, shapesGraph, budget = queryBudget }: QueriedGraphs,
    earlier?: Earlier,
  ) {
    this.#known = earlier?.known ?? new Map();
    this.#below = earlier?.below;
    this.#stopped = earlier?.stopped;
    this.#constraint = constraint;
    this.#shape = shape;
    this.#query = query;
    this.#budget = budget;
    this.#source = { graph, named: (name) => (name === shapesGraphName ? shapesGraph : undefined) };
  }

  /** Why the query was given up, if it was. In that case it has no results. */
  get stopped(): string | undefined {
    return this.#stopped?.reason;
  }

  /** Whether the query exceeded its budget. It is not evaluated again after each change of the data. */
  get isGivenUp(): boolean {
    return this.#stopped?.isGivenUp === true;
  }

  /** The same for other graphs with the same verdicts. */
  on(graphs: QueriedGraphs): JudgedByQuery {
    const earlier = { known: this.#known, below: this.#below, stopped: this.#stopped };
    return new JudgedByQuery(this.#constraint, this.#shape, this.#query, graphs, earlier);
  }

  /** The same for other graphs with possibly different verdicts about some nodes. */
  without({ focusNodes, values }: ReachedByQuery, graphs: QueriedGraphs): JudgedByQuery {
    const earlier =
      this.#query.form === 'ask' ? this.#copyWithout(focusNodes, values) : this.#layerWithout(focusNodes);
    return new JudgedByQuery(this.#constraint, this.#shape, this.#query, graphs, earlier);
  }

  #copyWithout(focusNodes: ReadonlySet<TermId>, values: ReadonlySet<TermId>): Earlier {
    const known: Verdicts = new Map();
    for (const [key, verdict] of this.#known) {
      if (!focusNodes.has(verdict.node) && !values.has(verdict.value)) known.set(key, verdict);
    }
    return { known, below: undefined, stopped: undefined };
  }

  #layerWithout(focusNodes: ReadonlySet<TermId>): Earlier {
    const isSmall = this.#below !== undefined && this.#known.size + this.#below.again.size < maxChanges;
    const known: Verdicts = new Map(isSmall ? this.#known : []);
    for (const node of focusNodes) known.delete(node);
    const below = isSmall
      ? { known: this.#below.known, again: new Set([...this.#below.again, ...focusNodes]) }
      : { known: this.#flat(), again: focusNodes };
    return { known, below, stopped: undefined };
  }

  /** All that was judged so far. */
  *judged(): Iterable<QueriedNode> {
    yield* this.#known.values();
    if (this.#below === undefined) return;
    for (const [key, row] of this.#below.known)
      if (!this.#below.again.has(key) && !this.#known.has(key)) yield row;
  }

  /** The verdicts so far about the focus nodes, and about others with the values. */
  judgedAmong({ focusNodes, values }: ReachedByQuery): readonly QueriedNode[] {
    if (this.#query.form === 'ask') {
      return [...this.judged()].filter(({ node, value }) => focusNodes.has(node) || values.has(value));
    }
    return [...focusNodes].flatMap((node) => this.#verdict(node) ?? []);
  }

  #verdict(key: number): Verdict | undefined {
    const own = this.#known.get(key);
    if (own !== undefined || this.#below === undefined || this.#below.again.has(key)) return own;
    return this.#below.known.get(key);
  }

  #flat(): Verdicts {
    if (this.#below === undefined) return this.#known;
    const all: Verdicts = new Map();
    for (const row of this.judged()) all.set(this.#key(row), this.#verdict(this.#key(row))!);
    return all;
  }

  /** The failures of what was judged. */
  failuresOf(judged: QueriedNode): readonly ResultDetails[] {
    if (this.#stopped !== undefined) return noFailures;
    return this.#verdict(this.#key(judged))?.failures ?? noFailures;
  }

  /** The failures of a focus node with its values. */
  failures(node: TermId, values: readonly TermId[]): readonly ResultDetails[] {
    this.judge([node], () => values);
    const found = this.#rowsOf(node, values).flatMap((row) => this.failuresOf(row));
    return found.length === 0 ? noFailures : found;
  }

  /** Judges nodes together. */
  judge(nodes: readonly TermId[], valuesOf: (node: TermId) => readonly TermId[]): void {
    this.judgeRows(nodes.flatMap((node) => this.#rowsOf(node, valuesOf(node))));
  }

  /** Judges focus nodes with values that another graph had. */
  judgeRows(rows: readonly QueriedNode[]): void {
    if (this.isGivenUp) return;
    const open = new Map<number, QueriedNode>();
    for (const row of rows) {
      const key = this.#key(row);
      if (this.#verdict(key) === undefined) open.set(key, row);
    }
    if (open.size === 0) return;
    try {
      this.#ask([...open.values()]);
    } catch (error) {
      // The caller that counts the steps can't go on without the answer.
      if (this.#budget.walked) throw error;
      this.#stopped = { reason: whyStopped(error), isGivenUp: true };
      this.#known.clear();
    }
  }

  #ask(rows: readonly QueriedNode[]): void {
    const found: ResultDetails[][] = rows.map(() => []);
    const isAsk = this.#query.form === 'ask';
    const answers = this.#query.evaluate(
      this.#source,
      withConstants(
        {
          variables: isAsk ? ['this', 'value'] : ['this'],
          length: rows.length,
          value: (row, column) => (column === 0 ? rows[row]!.node : rows[row]!.value),
        },
        [
          ...this.#constraint.query.parameters,
          ['shapesGraph', shapesGraphName],
          ['currentShape', this.#shape.id],
        ],
      ),
      this.#budget,
    );
    const { solutions } = answers;
    if (isAsk) {
      const accepted = new Set<number>();
      for (let i = 0; i < solutions.length; i++) accepted.add(answers.inputRow(i));
      rows.forEach(({ value }, row) => {
        if (!accepted.has(row)) found[row]!.push({ value });
      });
    } else {
      for (let i = 0; i < solutions.length; i++) {
        const row = answers.inputRow(i);
        found[row]!.push(this.#failure(rows[row]!.node, bindings(solutions, i)));
      }
    }
    rows.forEach((row, i) => {
      this.#known.set(this.#key(row), { ...row, failures: found[i]!.length === 0 ? noFailures : found[i]! });
    });
  }

  /** The result of a solution (SHACL 5.3.2). */
  #failure(node: TermId, solution: ReadonlyMap<string, TermId>): ResultDetails {
    const failure = solution.get('failure');
    if (failure !== undefined && terms.value(failure) === 'true') {
      this.#stopped = { reason: 'The query reports a failure by ?failure.', isGivenUp: false };
    }
    const path = solution.get('path');
    const value = solution.get('value') ?? (this.#shape.kind === 'node' ? node : undefined);
    return {
      solution,
      ...(value === undefined ? {} : { value }),
      ...(path !== undefined && terms.isIri(path) ? { predicate: path } : {}),
    };
  }

  #rowsOf(node: TermId, values: readonly TermId[]): readonly QueriedNode[] {
    return this.#query.form === 'ask' ? values.map((value) => ({ node, value })) : [{ node, value: node }];
  }

  #key({ node, value }: QueriedNode): number {
    return this.#query.form === 'ask' ? pairKey(node, value) : node;
  }
}

const noFailures: readonly ResultDetails[] = [];

function bindings(
  solutions: { variables: readonly string[]; value(row: number, column: number): TermId },
  row: number,
): ReadonlyMap<string, TermId> {
  const found = new Map<string, TermId>();
  solutions.variables.forEach((name, column) => {
    const value = solutions.value(row, column);
    if (value >= 0) found.set(name, value);
  });
  return found;
}
