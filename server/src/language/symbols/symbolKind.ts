import { type TermId, terms } from '../../rdf/terms.ts';
import { namespaces, owl, rdfs, sh } from '../../rdf/vocab.ts';

/** What a described term is, as far as lists of symbols tell them apart. */
export type SymbolKind = 'class' | 'property' | 'shape' | 'datatype' | 'ontology' | 'individual' | 'prefix';

/** The kind of a term with these types; the first type that is known decides. */
export function symbolKind(types: readonly TermId[]): SymbolKind {
  for (const type of types) {
    const kind = kinds.get(type);
    if (kind) return kind;
  }
  return 'individual';
}

const owlTerms = (...names: readonly string[]) => names.map((name) => terms.constant(namespaces.owl + name));

const kinds: ReadonlyMap<TermId, SymbolKind> = new Map([
  ...[owl.Class, rdfs.Class].map((type) => [type, 'class'] as const),
  ...[
    terms.constant(`${namespaces.rdf}Property`),
    ...owlTerms('ObjectProperty', 'DatatypeProperty', 'AnnotationProperty', 'FunctionalProperty'),
    ...owlTerms('InverseFunctionalProperty', 'TransitiveProperty', 'SymmetricProperty', 'OntologyProperty'),
  ].map((type) => [type, 'property'] as const),
  ...[sh.NodeShape, sh.PropertyShape, sh.Shape].map((type) => [type, 'shape'] as const),
  [terms.constant(`${namespaces.rdfs}Datatype`), 'datatype'],
  [owl.Ontology, 'ontology'],
]);
