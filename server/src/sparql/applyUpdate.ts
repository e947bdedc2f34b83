import { breathe } from '../base/abort.ts';
import type { Graph, GraphDelta } from '../rdf/graph.ts';
import { OverlayGraph } from '../rdf/overlayGraph.ts';
import { type TermId, type Triple, terms } from '../rdf/terms.ts';
import { tripleKey } from '../rdf/tripleKey.ts';
import type { Solution } from './findSolutions.ts';
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
  /** How long the WHERE clauses may take in total, in ms. */
  readonly milliseconds: number;
}

export const defaultLimits: UpdateLimits = { maxTriples: 1000, milliseconds: 2000 };

/**
 * Computes the effect of an update on a graph. The operations run in order, each on the result of those before; the
 * graph itself is not changed. Updates that exceed the limits or cannot be evaluated are refused. The query engine is
 * loaded for the first WHERE that is not empty.
 */
export async function applyUpdate(
  graph: Graph,
  update: Update,
  signal: AbortSignal,
  limits: UpdateLimits = defaultLimits,
): Promise<AppliedUpdate> {
  const changes = new Changes(graph);
  const blankNodes = new BlankNodes(update);
  // Loading the query engine takes a while and does not count towards the time limit.
  if (update.operations.some((each) => each.kind === 'modify' && each.query !== undefined)) {
    await import('./findSolutions.ts');
  }
  const since = performance.now();
  for (const operation of update.operations) {
    if (operation.kind === 'modify') {
      const reason = await modify(operation, changes, blankNodes, { ...limits, since }, signal);
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
  { maxTriples, milliseconds, since }: UpdateLimits & { readonly since: number },
  signal: AbortSignal,
): Promise<string | undefined> {
  const named = { deleted: new Map<string, Triple>(), inserted: new Map<string, Triple>() };
  const use = (solution: Solution) => {
    const blankNode = blankNodes.ofSolution();
    fill(deleted, solution, blankNode, named.deleted);
    fill(inserted, solution, blankNode, named.inserted);
    return named.deleted.size + named.inserted.size <= maxTriples;
  };
  if (query === undefined) use(emptySolution);
  else {
    await breathe(signal);
    const { findSolutions } = await import('./findSolutions.ts');
    const graph = new OverlayGraph(changes.graph, changes.delta());
    const reason = await findSolutions(graph, query, { use, milliseconds, since }, signal);
    if (reason !== undefined) return reason;
  }
  if (named.deleted.size + named.inserted.size > maxTriples) {
    return `The update changes more than ${maxTriples} triples, which is more than a repair may.`;
  }
  for (const triple of named.deleted.values()) changes.set(triple, false);
  for (const triple of named.inserted.values()) changes.set(triple, true);
  return undefined;
}

const emptySolution: Solution = { variables: [], value: () => undefined };

/** Adds the triples of a solution. Triples with an unbound variable or an invalid term are skipped. */
function fill(
  templates: readonly TripleTemplate[],
  solution: Solution,
  blankNode: (label: string) => TermId,
  triples: Map<string, Triple>,
): void {
  const value = (term: TemplateTerm): TermId | undefined => {
    if (typeof term === 'number') return term;
    if ('blank' in term) return blankNode(term.blank);
    const bound = solution.value(term.variable);
    return typeof bound === 'object' ? blankNode(bound.blank) : bound;
  };
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

  #next(): TermId {
    let node: TermId;
    do node = newBlankNode(`n${++this.#last}`);
    while (this.#used.has(node));
    return node;
  }
}
