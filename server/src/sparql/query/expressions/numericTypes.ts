import { integerTypes } from '../../../rdf/literals/lexicalForms.ts';
import { type TermId, terms } from '../../../rdf/terms.ts';
import { namespaces, xsd } from '../../../rdf/vocab.ts';

/** The types in which SPARQL calculates. */
export type NumericType = 'integer' | 'decimal' | 'float' | 'double';

const types: ReadonlyMap<TermId, NumericType> = new Map<TermId, NumericType>([
  ...integerTypes.map((name) => [terms.constant(namespaces.xsd + name), 'integer'] as const),
  [xsd.decimal, 'decimal'],
  [xsd.float, 'float'],
  [xsd.double, 'double'],
]);

/** The type in which numbers of a datatype are calculated with; undefined for datatypes that are not numeric. */
export function numericType(datatype: TermId): NumericType | undefined {
  return types.get(datatype);
}
