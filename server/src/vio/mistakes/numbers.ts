import type { Random } from '../../base/random.ts';
import { type TermId, terms } from '../../rdf/terms.ts';
import { namespaces } from '../../rdf/vocab.ts';

const numericTypes = new Set(
  [
    'decimal',
    'integer',
    'double',
    'float',
    'int',
    'long',
    'short',
    'byte',
    'nonNegativeInteger',
    'positiveInteger',
    'unsignedInt',
    'unsignedLong',
    'unsignedShort',
  ].map((name) => terms.constant(namespaces.xsd + name)),
);

/** True for a literal with a datatype of numbers. */
export function isNumeric(term: TermId): boolean {
  const datatype = terms.datatype(term);
  return datatype !== undefined && numericTypes.has(datatype);
}

/** A number as a text that is none: with the datatype that it had, as in a copied line, or as a plain string. */
export function writtenAs(text: string, number: TermId, random: Random): TermId {
  return random.below(2) === 0 ? terms.literal(text, terms.datatype(number)) : terms.literal(text);
}
