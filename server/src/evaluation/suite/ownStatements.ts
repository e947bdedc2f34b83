import { type Graph, IndexedGraph } from '../../rdf/graph.ts';
import { namespaceOf } from '../../rdf/iri.ts';
import { type TermId, terms } from '../../rdf/terms.ts';
import type { LoadedSuite } from '../../vio/suite/readSuite.ts';

/**
 * The statements of a suite's graph that are not an ontology's, because nobody repairs data by changing what an ontology says.
 * In suites of format 1 the graph holds both, and only namespaces that the data describe nothing in can be told.
 */
export function ownStatements({ description, graph: { graph } }: LoadedSuite): Graph {
  const namespaces = new Set(description.ontologyNamespaces);
  if (namespaces.size === 0) return graph;
  const foreign = new Set<TermId>();
  for (const { subject } of graph.triples())
    if (terms.isIri(subject) && namespaces.has(namespaceOf(terms.value(subject)))) foreign.add(subject);
  // Blank nodes belong to the description that leads to them.
  for (const node of foreign)
    for (const { object } of graph.outgoing(node)) if (terms.isBlank(object)) foreign.add(object);
  return new IndexedGraph([...graph.triples()].filter(({ subject }) => !foreign.has(subject)));
}
