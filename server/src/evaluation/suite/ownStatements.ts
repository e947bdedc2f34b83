import { type Graph, IndexedGraph } from '../../rdf/graph.ts';
import { type TermId, terms } from '../../rdf/terms.ts';
import type { InputJson } from '../../vio/suite/format.ts';
import type { LoadedSuite } from '../../vio/suite/readSuite.ts';

/**
 * The statements of a suite's graph that are not an ontology's. A suite has one graph, with its context, and nobody repairs
 * data by changing what an ontology says. Which part is the ontology's is known where it is also a shapes file.
 */
export function ownStatements({ description, manifest, graph: { graph } }: LoadedSuite): Graph {
  if (!isContextInShapes(description.inputs)) return graph;
  const foreign = describedBy(manifest.graph, graph);
  const own = [...graph.triples()].filter(({ subject }) => !foreign.has(subject));
  return new IndexedGraph(own);
}

function isContextInShapes(inputs: readonly InputJson[]): boolean {
  const shapes = new Set(inputs.flatMap(({ role, sha256 }) => (role === 'shapes' ? [sha256] : [])));
  return inputs.some(({ role, sha256 }) => role === 'context' && shapes.has(sha256));
}

/** The nodes of a graph that an ontology describes, with the blank nodes of their descriptions. */
function describedBy(ontology: Graph, graph: Graph): ReadonlySet<TermId> {
  const found = new Set<TermId>();
  for (const { subject } of ontology.triples()) if (terms.isIri(subject)) found.add(subject);
  for (const node of found)
    for (const { object } of graph.outgoing(node)) if (terms.isBlank(object)) found.add(object);
  return found;
}
