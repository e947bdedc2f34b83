import type { Graph } from './graph.ts';
import { type TermId, terms } from './terms.ts';
import { namespaces, owl, rdf, rdfs } from './vocab.ts';

/** The classes of classes. */
export const classTypes: readonly TermId[] = [owl.Class, rdfs.Class];

/** The classes of properties. */
export const propertyTypes: readonly TermId[] = [
  terms.constant(`${namespaces.rdf}Property`),
  ...[
    ...['ObjectProperty', 'DatatypeProperty', 'AnnotationProperty', 'OntologyProperty', 'FunctionalProperty'],
    ...['InverseFunctionalProperty', 'TransitiveProperty', 'SymmetricProperty'],
  ].map((name) => terms.constant(namespaces.owl + name)),
];

/** Whether a graph declares a term to be a class. */
export function isDeclaredClass(term: TermId, graph: Graph): boolean {
  return classTypes.some((type) => graph.has(term, rdf.type, type));
}

/** Whether a graph declares a class or property, as ontologies do. */
export function declaresTerms(graph: Graph): boolean {
  return (
    graph.withPredicate(rdfs.subClassOf).length > 0 ||
    [...classTypes, ...propertyTypes].some((type) => graph.subjects(rdf.type, type).length > 0)
  );
}
