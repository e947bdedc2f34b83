import type { Graph } from './graph.ts';
import type { TermId } from './terms.ts';
import { UnionGraph } from './unionGraph.ts';

/** True when the graph has a triple with the predicate. Of a union, no lists of members are joined to find that out. */
export function usesPredicate(graph: Graph, predicate: TermId): boolean {
  return graph instanceof UnionGraph
    ? graph.members.some((member) => usesPredicate(member, predicate))
    : graph.withPredicate(predicate).length > 0;
}
