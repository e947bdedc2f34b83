import type { Graph } from '../../rdf/graph.ts';
import { type TermId, terms } from '../../rdf/terms.ts';
import { namespaces, owl, rdf, shRules } from '../../rdf/vocab.ts';

const declare = terms.constant(`${namespaces.sh}declare`);
const prefixProperty = terms.constant(`${namespaces.sh}prefix`);
const namespaceProperty = terms.constant(`${namespaces.sh}namespace`);
const shapesGraphClass = terms.constant(`${namespaces.sh}ShapesGraph`);
const rulesGraphClass = terms.constant(`${namespaces.sh}RulesGraph`);

/**
 * The prefixes of a query: those that the values of sh:prefixes declare, and the ontologies that these import. Without
 * sh:prefixes, those of the graph's sh:ShapesGraph (SHACL 1.2).
 */
export function rulePrefixes(graph: Graph, query: TermId): ReadonlyMap<string, string> {
  const named = graph.objects(query, shRules.prefixes);
  const holders = new Set(
    named.length > 0
      ? named
      : [shapesGraphClass, rulesGraphClass].flatMap((type) => graph.subjects(rdf.type, type)),
  );
  const prefixes = new Map<string, string>();
  for (const holder of holders) {
    for (const imported of graph.objects(holder, owl.imports)) holders.add(imported);
    for (const declaration of graph.objects(holder, declare)) {
      const [prefix] = graph.objects(declaration, prefixProperty);
      const [namespace] = graph.objects(declaration, namespaceProperty);
      if (prefix === undefined || namespace === undefined) continue;
      if (!prefixes.has(terms.value(prefix))) prefixes.set(terms.value(prefix), terms.value(namespace));
    }
  }
  return prefixes;
}
