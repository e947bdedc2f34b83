import type { Graph } from '../../rdf/graph.ts';
import { type TermId, terms } from '../../rdf/terms.ts';
import { namespaces, owl, rdf, sh, shRules } from '../../rdf/vocab.ts';

/** The prefixes that are declared for a query, or a sentence that says why they cannot be used. */
export type PrefixReading = readonly (readonly [prefix: string, namespace: string])[] | string;

/**
 * Reads the prefixes of a query (SHACL 5.2.1): those declared at the values of sh:prefixes, and at what these import.
 * Without sh:prefixes, those that the ontologies, shapes graphs and rules graphs of the file declare (SHACL 1.2). The ontology of
 * SHACL declares `sh:`, which DASH relies on, whether or not it is linked.
 */
export function readPrefixes(graph: Graph, owner: TermId): PrefixReading {
  const named = graph.objects(owner, sh.prefixes);
  const declaring = new Set(
    named.length > 0
      ? named
      : [owl.Ontology, sh.ShapesGraph, shRules.RulesGraph].flatMap((type) => graph.subjects(rdf.type, type)),
  );
  for (const node of declaring)
    for (const imported of graph.objects(node, owl.imports)) declaring.add(imported);
  const found = new Map<string, string>();
  if (declaring.has(ontologyOfShacl)) found.set('sh', namespaces.sh);
  for (const node of declaring) {
    for (const declaration of graph.objects(node, sh.declare)) {
      const [prefix] = graph.objects(declaration, sh.prefix);
      const [namespace] = graph.objects(declaration, sh.namespace);
      if (prefix === undefined || namespace === undefined) continue;
      const name = terms.value(prefix);
      const known = found.get(name);
      if (known !== undefined && known !== terms.value(namespace)) {
        return `The prefix ${name}: is declared with two namespaces, <${known}> and <${terms.value(namespace)}>.`;
      }
      found.set(name, terms.value(namespace));
    }
  }
  return [...found];
}

const ontologyOfShacl = terms.constant(namespaces.sh);
