import { isWellFormed } from '../../rdf/literals/lexicalForms.ts';
import { literalValue } from '../../rdf/literals/literalValue.ts';
import { type TermId, terms } from '../../rdf/terms.ts';
import { rdf, xsd } from '../../rdf/vocab.ts';
import { durationsMeant } from './readings/durations.ts';
import { momentsMeant } from './readings/moments.ts';
import { isNumeric, numbersMeant } from './readings/numbers.ts';
import { quantitiesMeant } from './readings/quantities.ts';
import { type ConversionPlace, certainly, perhaps, type Reading } from './readings/reading.ts';

/** A term with the meaning of another one, but another datatype. */
export interface LiteralConversion extends Omit<Reading, 'text'> {
  readonly value: TermId;
}

const unknownPlace: ConversionPlace = { unit: () => undefined };

/**
 * The literals of a datatype with the same meaning as a term: the same text if the datatype allows it, otherwise the text as it was evidently
 * meant. What the text does not say for sure, such as which number "1,234" is, comes as placeholders, for the user to decide.
 */
export function convertLiteral(
  value: TermId,
  datatype: TermId,
  place: ConversionPlace = unknownPlace,
): readonly LiteralConversion[] {
  const results: LiteralConversion[] = [];
  const add = ({ text, support, evidence }: Reading) => {
    const literal = terms.literal(text, datatype);
    if (literal !== value && isWellFormed(literal) && !results.some((known) => known.value === literal)) {
      results.push({ value: literal, support, evidence });
    }
  };
  const same = (text: string, words: string) =>
    add({ text, support: 'attested', evidence: [{ kind: 'sameText', words }] });
  if (datatype === rdf.langString) return results;
  if (terms.isIri(value)) {
    if (datatype === xsd.anyURI) same(terms.value(value), 'the IRI as text');
    return results;
  }
  if (!terms.isLiteral(value)) return results;
  const text = terms.value(value);
  // 1 and 0 are booleans as well, but nobody writes them so.
  if (datatype === xsd.boolean && /^[01]$/.test(text)) {
    for (const reading of booleansMeant(text)) add(reading);
    return results;
  }
  same(text, 'the same text');
  if (results.length > 0) return results;
  const trimmed = text.trim();
  same(trimmed, 'the same text without the spaces around it');
  for (const reading of readingsOf(trimmed, isNumber(value), datatype, place)) add(reading);
  return results;
}

function* readingsOf(
  written: string,
  isNumber: boolean,
  datatype: TermId,
  place: ConversionPlace,
): Iterable<Reading> {
  const text = isNumber ? withoutZeros(written) : written;
  if (datatype === xsd.boolean) yield* booleansMeant(text);
  if (isNumeric(datatype)) {
    const numbers = [
      ...numbersMeant(text, datatype),
      ...(isNumber ? [] : thousands(text, datatype)),
      ...rounded(text, datatype),
    ];
    yield* numbers;
    if (numbers.length === 0) yield* quantitiesMeant(text, datatype, place);
  }
  yield* momentsMeant(text, datatype);
  yield* durationsMeant(text, datatype);
}

function isNumber(value: TermId): boolean {
  return literalValue(value)?.kind === 'number';
}

/** A number needs no zeros at its end: 1.000 is 1, and no thousand. */
function withoutZeros(text: string): string {
  return text.replace(/(\.\d*?)0+$/, '$1').replace(/\.$/, '.0');
}

/** A point that may separate thousands, where a fraction has no place. */
function* thousands(text: string, datatype: TermId): Iterable<Reading> {
  if (!/^[+-]?[1-9]\d{0,2}\.(?!000$)\d{3}$/.test(text) || !isWhole(datatype)) return;
  yield perhaps(text.replace('.', ''), 'reading', 'the point read as a separator of thousands');
}

function isWhole(datatype: TermId): boolean {
  return literalValue(terms.literal('1.5', datatype)) === undefined;
}

/** The nearest whole number, where a fraction has no place. */
function* rounded(text: string, datatype: TermId): Iterable<Reading> {
  if (!/^[+-]?\d{1,15}\.\d+$/.test(text) || literalValue(terms.literal('1.5', datatype)) !== undefined)
    return;
  yield perhaps(String(Math.round(Number(text))), 'changedMeaning', 'rounded');
}

/** The truth value that a word means in one of the languages in which data is usually written. */
function* booleansMeant(text: string): Iterable<Reading> {
  const word = text.toLowerCase().replace(/[.!]$/, '');
  if (yes.has(word)) yield certainly('true');
  else if (no.has(word)) yield certainly('false');
}

const yes = new Set(
  '1 true yes y t on ja wahr oui o vrai sí si sim sì verdadero verdadeiro vero tak ano igen kyllä да evet'.split(
    ' ',
  ),
);
const no = new Set(
  '0 false no n f off nein falsch non faux não nao falso nee nej nie ne nem ei нет hayır'.split(' '),
);
