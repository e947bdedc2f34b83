import type { Graph } from '../../rdf/graph.ts';
import { type TermId, terms } from '../../rdf/terms.ts';
import { rdf } from '../../rdf/vocab.ts';

/** The nodes that a node is linked with in either direction; types and literals link nothing. */
export function neighbours(graph: Graph, node: TermId): ReadonlySet<TermId> {
  const found = new Set<TermId>();
  for (const { predicate, object } of graph.outgoing(node)) {
    if (predicate !== rdf.type && !terms.isLiteral(object)) found.add(object);
  }
  for (const { predicate, subject } of graph.incoming(node)) {
    if (predicate !== rdf.type) found.add(subject);
  }
  found.delete(node);
  return found;
}

/** All shortest ways from a node to another one, both ends included; none when they are not connected. */
export function shortestConnections(graph: Graph, from: TermId, to: TermId): readonly (readonly TermId[])[] {
  const before = new Map<TermId, TermId[]>([[from, []]]);
  for (let layer: readonly TermId[] = [from]; layer.length > 0 && !before.has(to); ) {
    const next = new Map<TermId, TermId[]>();
    for (const node of layer) {
      for (const neighbour of neighbours(graph, node)) {
        if (before.has(neighbour)) continue;
        const known = next.get(neighbour);
        if (known) known.push(node);
        else next.set(neighbour, [node]);
      }
    }
    for (const [node, sources] of next) before.set(node, sources);
    layer = [...next.keys()];
  }
  const waysTo = (node: TermId): readonly (readonly TermId[])[] =>
    node === from
      ? [[node]]
      : (before.get(node) ?? []).flatMap((each) => waysTo(each).map((way) => [...way, node]));
  return waysTo(to);
}

/** Whether each node is linked with the next one, directly or by one blank node. */
export function isConnected(graph: Graph, nodes: readonly TermId[]): boolean {
  return nodes.slice(1).every((node, i) => {
    const near = neighbours(graph, nodes[i]!);
    if (near.has(node)) return true;
    return [...near].some((each) => terms.isBlank(each) && neighbours(graph, each).has(node));
  });
}
