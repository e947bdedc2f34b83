import { type Graph, type GraphDelta, hasTriple, IndexedGraph } from './graph.ts';

/** A change of a graph in which every triple has an effect: added triples were absent, removed triples were present. */
export interface ExactDelta {
  readonly added: IndexedGraph;
  readonly removed: IndexedGraph;
}

const nothing = new IndexedGraph([]);
export const emptyDelta: ExactDelta = { added: nothing, removed: nothing };

/** The effect of a delta on a graph. A triple that is both added and removed counts as added. */
export function exactDelta(graph: Graph, delta: GraphDelta): ExactDelta {
  const named = new IndexedGraph(delta.added);
  const removed = delta.removed.filter((triple) => hasTriple(graph, triple) && !hasTriple(named, triple));
  const added = delta.added.filter((triple) => !hasTriple(graph, triple));
  return {
    added: added.length === delta.added.length ? named : new IndexedGraph(added),
    removed: removed.length === 0 ? nothing : new IndexedGraph(removed),
  };
}

/** Combines two changes. The second applies to the result of the first. */
export function composeDeltas(first: ExactDelta, second: ExactDelta): ExactDelta {
  return {
    added: sideOfBoth(first.added, second.removed, first.removed, second.added),
    removed: sideOfBoth(first.removed, second.added, first.added, second.removed),
  };
}

/**
 * One side of the combined change: the first change without what the second undoes, then the second without what merely
 * undoes the first.
 */
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

/** The number of triples that change. */
export function deltaSize({ added, removed }: ExactDelta): number {
  return added.size + removed.size;
}

/** The triples after a change. Both lists hold subject, predicate and object in turn. */
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
