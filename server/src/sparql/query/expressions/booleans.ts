import { literalValue } from '../../../rdf/literals/literalValue.ts';
import { type TermId, terms } from '../../../rdf/terms.ts';
import { xsd } from '../../../rdf/vocab.ts';
import { numericType } from './numbers.ts';

/** The literal of a truth value; undefined for an error. */
export function booleanTerm(value: boolean | undefined): TermId | undefined {
  return value === undefined ? undefined : terms.literal(value ? 'true' : 'false', xsd.boolean);
}

/** The effective boolean value of a term (SPARQL 1.1, 17.2.2); undefined for the type error that other terms are. */
export function effectiveBooleanValue(term: TermId): boolean | undefined {
  const datatype = terms.datatype(term);
  if (datatype === undefined) return undefined;
  if (datatype === xsd.boolean) {
    const lexical = terms.value(term);
    return lexical === 'true' || lexical === '1';
  }
  if (datatype === xsd.string) return terms.value(term) !== '';
  if (numericType(datatype) === undefined) return undefined;
  const value = literalValue(term);
  // An ill-formed number counts as false.
  if (value?.kind !== 'number') return false;
  if (value.precision === 'decimal') return value.value.unscaled !== 0n;
  return value.value !== 0 && !Number.isNaN(value.value);
}
