import { printDecimal } from '../../rdf/literals/decimal.ts';
import { literalValue } from '../../rdf/literals/literalValue.ts';
import { type TermId, terms } from '../../rdf/terms.ts';

/**
 * A key that literals with the same value share, according to XML Schema and RDF: 1 and 1.0, 01 and 1, noon in two
 * time zones, "a"@en and "a"@EN; but not 1 and 1e0, which are different kinds of numbers.
 */
export function valueKey(literal: TermId): string {
  const text = terms.value(literal);
  const language = terms.language(literal);
  if (language) return `@${language.toLowerCase()} ${text}`;
  const value = literalValue(literal);
  switch (value?.kind) {
    case 'number':
      return `${value.precision} ${value.precision === 'decimal' ? printDecimal(value.value, 0) : value.value + 0}`;
    case 'boolean':
      return `boolean ${value.value}`;
    case 'moment':
      return `${value.type} ${value.zoned} ${printDecimal(value.seconds, 0)}`;
    case 'duration':
      return `duration ${value.months} ${printDecimal(value.seconds, 0)}`;
    default:
      return `${terms.datatype(literal)} ${text}`;
  }
}
