import type { Graph } from './graph.ts';
import type { TermId, Triple } from './terms.ts';
import { UnionGraph } from './unionGraph.ts';

/** The triples of a graph with the given terms, where undefined matches any. Callers must not change the array. */
export function matchTriples(
  graph: Graph,
  subject: TermId | undefined,
  predicate: TermId | undefined,
  object: TermId | undefined,
): readonly Triple[] {
  if (subject !== undefined && predicate !== undefined) {
    if (object !== undefined) {
      return graph.has(subject, predicate, object) ? [{ subject, predicate, object }] : [];
    }
    return graph.objects(subject, predicate).map((value) => ({ subject, predicate, object: value }));
  }
  if (subject !== undefined) {
    const outgoing = graph.outgoing(subject);
    return object === undefined ? outgoing : outgoing.filter((triple) => triple.object === object);
  }
  if (object !== undefined) {
    return predicate === undefined
      ? graph.incoming(object)
      : graph.subjects(predicate, object).map((node) => ({ subject: node, predicate, object }));
  }
  return predicate === undefined ? [...graph.triples()] : graph.withPredicate(predicate);
}

/** True when the graph has a triple with the predicate. For a union, no lists of members are joined to find that out. */
export function usesPredicate(graph: Graph, predicate: TermId): boolean {
  return graph instanceof UnionGraph
    ? graph.members.some((member) => usesPredicate(member, predicate))
    : graph.withPredicate(predicate).length > 0;
}
