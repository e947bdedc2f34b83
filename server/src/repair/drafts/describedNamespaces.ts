import { memoized } from '../../base/memoized.ts';
import type { Graph } from '../../rdf/graph.ts';
import { namespaceOf } from '../../rdf/iri.ts';
import { type TermId, terms } from '../../rdf/terms.ts';

/** The namespaces in which a graph describes nodes: those with the most nodes first, then in alphabetical order. */
export const describedNamespaces: (graph: Graph) => readonly string[] = memoized(mostNodesFirst);

function mostNodesFirst(graph: Graph): readonly string[] {
  const nodes = new Set<TermId>();
  for (const { subject } of graph.triples()) nodes.add(subject);
  const counts = new Map<string, number>();
  for (const node of nodes) {
    if (!terms.isIri(node)) continue;
    const namespace = namespaceOf(terms.value(node));
    counts.set(namespace, (counts.get(namespace) ?? 0) + 1);
  }
  return [...counts]
    .sort(([a, countA], [b, countB]) => countB - countA || (a < b ? -1 : 1))
    .map(([namespace]) => namespace);
}
