import type { Graph } from '../../rdf/graph.ts';
import { type TermId, terms } from '../../rdf/terms.ts';
import { rdf } from '../../rdf/vocab.ts';

/**
 * The nodes of a graph, nearest first: those connected by triples in either direction, by distance, then all other
 * subjects in the order of the graph. Sharing a type does not connect nodes.
 */
export function* nodesNear(graph: Graph, start: TermId): Iterable<TermId> {
  const seen = new Set([start]);
  for (const node of seen) {
    yield node;
    if (terms.isLiteral(node)) continue;
    for (const { predicate, object } of graph.outgoing(node)) {
      if (predicate !== rdf.type && !terms.isLiteral(object)) seen.add(object);
    }
    for (const { predicate, subject } of graph.incoming(node)) if (predicate !== rdf.type) seen.add(subject);
  }
  for (const { subject } of graph.triples()) {
    if (seen.has(subject)) continue;
    seen.add(subject);
    yield subject;
  }
}
