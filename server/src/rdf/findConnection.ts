import { yieldToEventLoop } from '../base/abort.ts';
import { breadthFirst } from '../base/breadthFirst.ts';
import type { Graph } from './graph.ts';
import { type TermId, type Triple, terms } from './terms.ts';
import { rdf } from './vocab.ts';

/** One triple of a path, from one node to the next. */
export interface WayStep {
  readonly triple: Triple;
  /** True when the path leads from the object to the subject. */
  readonly inverse: boolean;
  readonly from: TermId;
  readonly to: TermId;
}

export type ConnectionPath = readonly WayStep[];

/** How two nodes are connected. */
export type Connection =
  | {
      readonly kind: 'connected';
      /** The first shortest paths, in the order of the graph. */
      readonly ways: readonly ConnectionPath[];
      /** The number of shortest paths; inexact above 2^53. */
      readonly count: number;
    }
  /** How many nodes are reachable from the first one, itself included, and how many triples away the last of them is. */
  | { readonly kind: 'apart'; readonly reached: number; readonly furthest: number };

export interface ConnectionOptions {
  /** The maximum number of paths to list. */
  readonly maxWays: number;
}

/**
 * The shortest paths between two nodes, along triples in either direction. A common type does not connect two nodes, nor
 * does a common literal.
 *
 * @throws the signal's reason when aborted.
 */
export async function findConnection(
  graph: Graph,
  from: TermId,
  to: TermId,
  { maxWays }: ConnectionOptions,
  signal: AbortSignal,
): Promise<Connection> {
  const distances = new Map<TermId, number>();
  let furthest = 0;
  for (const { node, distance } of breadthFirst(from, (each) => stepsFrom(graph, each))) {
    await yieldToEventLoop(signal);
    distances.set(node, distance);
    furthest = distance;
    if (node === to) return connected(graph, from, to, distances, maxWays);
  }
  return { kind: 'apart', reached: distances.size, furthest };
}

/** The shortest paths between two nodes of a small graph, as in `findConnection`; none when they are not connected. */
export function shortestWays(graph: Graph, from: TermId, to: TermId): readonly ConnectionPath[] {
  const distances = new Map<TermId, number>();
  for (const { node, distance } of breadthFirst(from, (each) => stepsFrom(graph, each))) {
    distances.set(node, distance);
    if (node === to) return connected(graph, from, to, distances, Number.POSITIVE_INFINITY).ways;
  }
  return [];
}

/** @param distances from the start, at least of all nodes that are nearer to it than the end. */
function connected(
  graph: Graph,
  from: TermId,
  to: TermId,
  distances: ReadonlyMap<TermId, number>,
  maxWays: number,
): Extract<Connection, { kind: 'connected' }> {
  const towards = stepsTowards(graph, to, distances);
  return {
    kind: 'connected',
    ways: [...waysFrom(from, to, towards, maxWays)],
    count: countWays(from, to, towards),
  };
}

/** The triples that lead from a node to others, as written down; those to it come after those from it. */
export function* stepsFrom(graph: Graph, node: TermId): Iterable<WayStep> {
  for (const triple of graph.outgoing(node)) {
    const { predicate, object } = triple;
    if (predicate !== rdf.type && object !== node && isNode(object)) {
      yield { triple, inverse: false, from: node, to: object };
    }
  }
  for (const triple of graph.incoming(node)) {
    const { predicate, subject } = triple;
    if (predicate !== rdf.type && subject !== node && isNode(subject)) {
      yield { triple, inverse: true, from: node, to: subject };
    }
  }
}

function isNode(term: TermId): boolean {
  return !terms.isLiteral(term) && terms.kind(term) !== 'triple';
}

/**
 * By node, the steps of shortest paths to the end from there; only for nodes on such paths, the nearest to the end first.
 */
function stepsTowards(
  graph: Graph,
  to: TermId,
  distances: ReadonlyMap<TermId, number>,
): ReadonlyMap<TermId, readonly WayStep[]> {
  const towards = new Map<TermId, WayStep[]>();
  const seen = new Set([to]);
  for (const node of seen) {
    const distance = distances.get(node)!;
    for (const { triple, inverse, to: before } of stepsFrom(graph, node)) {
      if (distances.get(before) !== distance - 1) continue;
      const step = { triple, inverse: !inverse, from: before, to: node };
      const known = towards.get(before);
      if (known) known.push(step);
      else towards.set(before, [step]);
      seen.add(before);
    }
  }
  return towards;
}

function* waysFrom(
  from: TermId,
  to: TermId,
  towards: ReadonlyMap<TermId, readonly WayStep[]>,
  maxWays: number,
): Iterable<ConnectionPath> {
  let found = 0;
  const open: { readonly node: TermId; readonly way: ConnectionPath }[] = [{ node: from, way: [] }];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const { node, way } = next;
    if (node === to) {
      yield way;
      if (++found === maxWays) return;
      continue;
    }
    for (const step of (towards.get(node) ?? []).toReversed())
      open.push({ node: step.to, way: [...way, step] });
  }
}

function countWays(from: TermId, to: TermId, towards: ReadonlyMap<TermId, readonly WayStep[]>): number {
  const counts = new Map([[to, 1]]);
  // They are in the order of their distance to the end, so the target of a step is counted before the step.
  for (const [node, steps] of towards) {
    counts.set(
      node,
      steps.reduce((sum, step) => sum + counts.get(step.to)!, 0),
    );
  }
  return counts.get(from)!;
}
