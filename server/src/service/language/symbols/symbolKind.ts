import { classTypes, propertyTypes } from '../../../rdf/schemaTypes.ts';
import { type TermId, terms } from '../../../rdf/terms.ts';
import { namespaces, owl, sh } from '../../../rdf/vocab.ts';

/** The kinds of described terms that lists of symbols distinguish. */
export type SymbolKind = 'class' | 'property' | 'shape' | 'datatype' | 'ontology' | 'individual' | 'prefix';

/** The kind of a term with these types; the first type that is known decides. */
export function symbolKind(types: readonly TermId[]): SymbolKind {
  for (const type of types) {
    const kind = kinds.get(type);
    if (kind) return kind;
  }
  return 'individual';
}

const kinds: ReadonlyMap<TermId, SymbolKind> = new Map([
  ...classTypes.map((type) => [type, 'class'] as const),
  ...propertyTypes.map((type) => [type, 'property'] as const),
  ...[sh.NodeShape, sh.PropertyShape, sh.Shape].map((type) => [type, 'shape'] as const),
  [terms.constant(`${namespaces.rdfs}Datatype`), 'datatype'],
  [owl.Ontology, 'ontology'],
]);
