import { yieldToEventLoop } from '../base/abort.ts';
import type { Graph, GraphDelta } from '../rdf/graph.ts';
import { OverlayGraph } from '../rdf/overlayGraph.ts';
import { tripleKey } from '../rdf/termKeys.ts';
import { type TermId, type Triple, terms } from '../rdf/terms.ts';
import { findSolutions } from './findSolutions.ts';
import { isMadeByQuery } from './query/context.ts';
import { unbound } from './query/expressions/expressionScope.ts';
import type { Deadline, Solutions } from './query/query.ts';
import { newBlankNode } from './termCodec.ts';
import type { TemplateTerm, TripleTemplate, Update, UpdateOperation } from './updateOperation.ts';

export type AppliedUpdate =
  | {
      readonly kind: 'applied';
      /** The changes: `added` holds triples that the graph lacks, `removed` triples that it has. */
      readonly delta: GraphDelta;
    }
  | { readonly kind: 'refused'; readonly reason: string };

export interface UpdateLimits {
  /** How many triples an operation with WHERE may touch. */
  readonly maxTriples: number;
  /**
   * How long the WHERE clauses may take in total, in ms: by steps first, for which most have time. Of processors where `worked` is
   * given, as for `QueryBudget`.
   */
  readonly milliseconds: number;
  readonly worked?: () => number;
  /** When they end at the latest. */
  readonly deadline?: Deadline;
}

export const defaultLimits: UpdateLimits = { maxTriples: 1000, milliseconds: 2000 };

/**
 * Computes the effect of an update on a graph. The operations run in order, each on the result of the previous ones; the
 * graph itself is not changed. Updates that exceed the limits are refused. Rejects with the signal's reason; a WHERE clause
 * is evaluated without interruption.
 */
export async function applyUpdate(
  graph: Graph,
  update: Update,
  signal: AbortSignal,
  limits: UpdateLimits = defaultLimits,
): Promise<AppliedUpdate> {
  const changes = new Changes(graph);
  const blankNodes = new BlankNodes(update);
  const since = performance.now();
  const spent = { steps: 0 };
  for (const operation of update.operations) {
    if (operation.kind === 'modify') {
      const reason = await modify(operation, changes, blankNodes, { ...limits, since, spent }, signal);
      if (reason !== undefined) return { kind: 'refused', reason };
    } else {
      for (const triple of operation.triples) changes.set(triple, operation.kind === 'insertData');
    }
  }
  return { kind: 'applied', delta: changes.delta() };
}

type Modify = Extract<UpdateOperation, { readonly kind: 'modify' }>;

/** Carries out an operation with WHERE, or returns why it cannot. */
async function modify(
  { deleted, inserted, query }: Modify,
  changes: Changes,
  blankNodes: BlankNodes,
  {
    maxTriples,
    spent,
    ...time
  }: UpdateLimits & { readonly since: number; readonly spent: { steps: number } },
  signal: AbortSignal,
): Promise<string | undefined> {
  await yieldToEventLoop(signal);
  const graph = new OverlayGraph(changes.graph, changes.delta());
  const solutions = findSolutions(graph, query, time, spent);
  if (typeof solutions === 'string') return solutions;
  const named = { deleted: new Map<string, Triple>(), inserted: new Map<string, Triple>() };
  for (let row = 0; row < solutions.length; row++) {
    const blankNode = blankNodes.ofSolution();
    const value = (term: TemplateTerm): TermId | undefined => {
      if (typeof term === 'number') return term;
      if ('blank' in term) return blankNode(term.blank);
      return boundTerm(solutions, row, term.variable, blankNodes);
    };
    fill(deleted, value, named.deleted);
    fill(inserted, value, named.inserted);
    if (named.deleted.size + named.inserted.size > maxTriples)
      return `The update changes more than ${maxTriples} triples, which is more than a repair may.`;
  }
  const tooLong = [...named.inserted.values()].find(({ object }) => terms.value(object).length > maxLength);
  if (tooLong) return `The WHERE clause computes a value of more than ${maxLength} characters.`;
  for (const triple of named.deleted.values()) changes.set(triple, false);
  for (const triple of named.inserted.values()) changes.set(triple, true);
  return undefined;
}

/** The maximum length of an inserted literal, in UTF-16 code units. */
const maxLength = 100_000;

/** The value of a variable in a solution. Blank nodes that the query made get names of the update. */
function boundTerm(
  solutions: Solutions,
  row: number,
  variable: string,
  blankNodes: BlankNodes,
): TermId | undefined {
  const value = solutions.value(row, solutions.variables.indexOf(variable));
  if (value === unbound) return undefined;
  return isMadeByQuery(value) ? blankNodes.standFor(value) : value;
}

/** Adds the triples of a solution. Triples with an unbound variable or an invalid term are skipped. */
function fill(
  templates: readonly TripleTemplate[],
  value: (term: TemplateTerm) => TermId | undefined,
  triples: Map<string, Triple>,
): void {
  for (const template of templates) {
    const subject = value(template.subject);
    const predicate = value(template.predicate);
    const object = value(template.object);
    if (subject === undefined || predicate === undefined || object === undefined) continue;
    if ((!terms.isIri(subject) && !terms.isBlank(subject)) || !terms.isIri(predicate)) continue;
    const triple = { subject, predicate, object };
    triples.set(tripleKey(triple), triple);
  }
}

/** Collects which triples are added and removed in the end. */
class Changes {
  readonly graph: Graph;
  readonly #touched = new Map<
    string,
    { readonly triple: Triple; readonly before: boolean; after: boolean }
  >();

  constructor(graph: Graph) {
    this.graph = graph;
  }

  set(triple: Triple, after: boolean): void {
    const { subject, predicate, object } = triple;
    const key = tripleKey(triple);
    const known = this.#touched.get(key);
    if (known) known.after = after;
    else this.#touched.set(key, { triple, before: this.graph.has(subject, predicate, object), after });
  }

  delta(): GraphDelta {
    const changed = [...this.#touched.values()].filter(({ before, after }) => before !== after);
    return {
      added: changed.filter(({ after }) => after).map(({ triple }) => triple),
      removed: changed.filter(({ before }) => before).map(({ triple }) => triple),
    };
  }
}

/** Names the blank nodes that operations with WHERE create, avoiding the names in the text of the update. */
class BlankNodes {
  readonly #used: Set<TermId>;
  readonly #ofQueries = new Map<TermId, TermId>();
  #last = 0;

  constructor({ operations }: Update) {
    const triples = operations.flatMap((operation) => (operation.kind === 'modify' ? [] : operation.triples));
    this.#used = new Set(triples.flatMap(({ subject, object }) => [subject, object]));
  }

  /** The blank nodes of one solution, by label. */
  ofSolution(): (label: string) => TermId {
    const nodes = new Map<string, TermId>();
    return (label) => {
      const node = nodes.get(label) ?? this.#next();
      nodes.set(label, node);
      return node;
    };
  }

  /** The blank node for one that a query made. */
  standFor(made: TermId): TermId {
    const node = this.#ofQueries.get(made) ?? this.#next();
    this.#ofQueries.set(made, node);
    return node;
  }

  #next(): TermId {
    let node: TermId;
    do node = newBlankNode(`n${++this.#last}`);
    while (this.#used.has(node));
    return node;
  }
}
