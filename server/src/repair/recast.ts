import { type TermId, terms } from '../rdf/terms.ts';
import { namespaces, rdf, xsd } from '../rdf/vocab.ts';
import { isWellFormed } from '../shacl/lexicalForms.ts';
import { literalValue } from '../shacl/literalValue.ts';

/** A term that says the same with another datatype. */
export interface Recast {
  readonly value: TermId;
  readonly evidence: string;
}

/**
 * The literals of a datatype that state what a term states: the same text where the datatype allows it, else the
 * text as it was evidently meant. Nothing is guessed: "1,234" may be two different numbers and gives none.
 */
export function recast(value: TermId, datatype: TermId, language: string): readonly Recast[] {
  const results: Recast[] = [];
  const add = (text: string, evidence: string) => {
    const literal =
      datatype === rdf.langString ? terms.languageString(text, language) : terms.literal(text, datatype);
    if (literal !== value && isWellFormed(literal) && !results.some((known) => known.value === literal)) {
      results.push({ value: literal, evidence });
    }
  };
  if (terms.isIri(value)) {
    if (datatype === xsd.anyURI || datatype === xsd.string) add(terms.value(value), 'the IRI as text');
    return results;
  }
  if (!terms.isLiteral(value)) return results;
  const text = terms.value(value);
  add(text, datatype === rdf.langString ? `the same text in the usual language` : 'the same text');
  if (results.length > 0) return results;
  add(text.trim(), 'the same text without the spaces around it');
  if (datatype === xsd.boolean) {
    const meant = booleans.get(text.trim().toLowerCase());
    if (meant !== undefined) add(meant, 'as XML Schema writes it');
  }
  for (const meant of numbersMeant(text.trim(), datatype)) add(meant, 'as XML Schema writes it');
  return results;
}

const booleans = new Map([
  ['true', 'true'],
  ['false', 'false'],
  ['yes', 'true'],
  ['no', 'false'],
]);

/** The number that a text means, where only one reading is possible. */
function* numbersMeant(text: string, datatype: TermId): Iterable<string> {
  const zero = terms.literal('1', datatype);
  if (literalValue(zero)?.kind !== 'number') return;
  // A decimal comma: not followed by exactly three digits, unless what is before it can't be thousands.
  const comma = /^([+-]?)(\d+),(\d+)$/.exec(text);
  if (comma) {
    const [, sign, whole, fraction] = comma as unknown as [string, string, string, string];
    const mayBeThousands = fraction.length === 3 && /^[1-9]\d{0,2}$/.test(whole);
    if (!mayBeThousands) yield `${sign}${whole}.${fraction}`;
  }
  // Whole numbers that are written with a fraction of nothing.
  const whole = /^([+-]?\d+)\.0*$/.exec(text);
  if (whole && datatype !== terms.iri(`${namespaces.xsd}decimal`)) yield whole[1]!;
  // Thousands in groups with a point at the end: one reading only.
  if (/^[+-]?\d{1,3}(,\d{3})+\.\d+$/.test(text)) yield text.replaceAll(',', '');
  if (/^[+-]?\d{1,3}( \d{3})+(\.\d+)?$/.test(text)) yield text.replaceAll(' ', '');
}
