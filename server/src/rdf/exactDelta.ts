import { type Graph, type GraphDelta, hasTriple, IndexedGraph } from './graph.ts';

/** A change of a graph of which each triple has an effect: what is added was not there, what is removed was. */
export interface ExactDelta {
  readonly added: IndexedGraph;
  readonly removed: IndexedGraph;
}

const nothing = new IndexedGraph([]);
export const emptyDelta: ExactDelta = { added: nothing, removed: nothing };

/** What a delta does to a graph. What it names on both sides is added. */
export function exactDelta(graph: Graph, delta: GraphDelta): ExactDelta {
  const named = new IndexedGraph(delta.added);
  const removed = delta.removed.filter((triple) => hasTriple(graph, triple) && !hasTriple(named, triple));
  const added = delta.added.filter((triple) => !hasTriple(graph, triple));
  return {
    added: added.length === delta.added.length ? named : new IndexedGraph(added),
    removed: removed.length === 0 ? nothing : new IndexedGraph(removed),
  };
}

/** Two changes, the second of what the first leads to, as one. */
export function composeDeltas(first: ExactDelta, second: ExactDelta): ExactDelta {
  return {
    added: sideOfBoth(first.added, second.removed, first.removed, second.added),
    removed: sideOfBoth(first.removed, second.added, first.added, second.removed),
  };
}

/** One side: what is there and is not undone later, and what comes later and does not just undo. */
function sideOfBoth(
  side: IndexedGraph,
  undoneLater: IndexedGraph,
  otherSide: IndexedGraph,
  sideLater: IndexedGraph,
): IndexedGraph {
  const kept = withoutTriples(undoneLater, side.flat());
  const fresh = withoutTriples(otherSide, sideLater.flat());
  return fresh.length === 0 && kept.length === 3 * side.size ? side : new IndexedGraph(concat(kept, fresh));
}

/** How many triples change. */
export function deltaSize({ added, removed }: ExactDelta): number {
  return added.size + removed.size;
}

/** The triples after a change, subject, predicate, object in a row, as those before are. */
export function applyDelta({ added, removed }: ExactDelta, triples: Int32Array): Int32Array {
  return concat(withoutTriples(removed, triples), added.flat());
}

function withoutTriples(graph: IndexedGraph, triples: Int32Array): Int32Array {
  if (graph.size === 0) return triples;
  const kept = new Int32Array(triples.length);
  let length = 0;
  for (let i = 0; i < triples.length; i += 3) {
    const [subject, predicate, object] = [triples[i]!, triples[i + 1]!, triples[i + 2]!];
    if (graph.has(subject, predicate, object)) continue;
    kept[length++] = subject;
    kept[length++] = predicate;
    kept[length++] = object;
  }
  return kept.subarray(0, length);
}

function concat(first: Int32Array, second: Int32Array): Int32Array {
  const result = new Int32Array(first.length + second.length);
  result.set(first);
  result.set(second, first.length);
  return result;
}
