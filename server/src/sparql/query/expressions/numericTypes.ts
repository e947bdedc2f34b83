import { integerTypes } from '../../../rdf/literals/lexicalForms.ts';
import { type TermId, terms } from '../../../rdf/terms.ts';
import { namespaces, xsd } from '../../../rdf/vocab.ts';

const integers: ReadonlySet<TermId> = new Set(
  integerTypes.map((name) => terms.constant(namespaces.xsd + name)),
);

/** True for the datatypes that SPARQL calculates with. */
export function isNumericType(datatype: TermId): boolean {
  return (
    datatype === xsd.decimal || datatype === xsd.double || datatype === xsd.float || integers.has(datatype)
  );
}
