import type { Graph } from '../../rdf/graph.ts';
import { namespaceOf } from '../../rdf/iri.ts';
import { terms } from '../../rdf/terms.ts';

/** The namespaces in which only context files describe nodes, sorted; `data` are the statements of the data files. */
export function ontologyNamespaces(stated: Graph, data: Graph): readonly string[] {
  if (stated.size === data.size) return [];
  const own = namespacesOf(data);
  return [...namespacesOf(stated)]
    .filter((namespace) => !own.has(namespace))
    .sort((a, b) => (a < b ? -1 : 1));
}

function namespacesOf(graph: Graph): ReadonlySet<string> {
  const found = new Set<string>();
  for (const { subject } of graph.triples())
    if (terms.isIri(subject)) found.add(namespaceOf(terms.value(subject)));
  return found;
}
