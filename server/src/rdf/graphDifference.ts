import type { Graph, GraphDelta } from './graph.ts';
import type { Triple } from './terms.ts';

/** What has to be added to and removed from the first graph to get the second: their exact set difference. */
export function graphDifference(before: Graph, after: Graph): GraphDelta {
  if (before === after) return { added: [], removed: [] };
  return { added: missing(after, before), removed: missing(before, after) };
}

function missing(from: Graph, other: Graph): readonly Triple[] {
  const result: Triple[] = [];
  for (const triple of from.triples()) {
    if (!other.has(triple.subject, triple.predicate, triple.object)) result.push(triple);
  }
  return result;
}
