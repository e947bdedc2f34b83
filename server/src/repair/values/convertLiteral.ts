import { decimal } from '../../rdf/literals/decimal.ts';
import { integerTypes, isWellFormed } from '../../rdf/literals/lexicalForms.ts';
import { literalValue } from '../../rdf/literals/literalValue.ts';
import { type TermId, terms } from '../../rdf/terms.ts';
import { namespaces, rdf, xsd } from '../../rdf/vocab.ts';
import { isLanguageTag, languageCode } from '../evidence/codeLists.ts';
import { durationsMeant } from './readings/durations.ts';
import { momentsMeant, twoDigits } from './readings/moments.ts';
import { isNumeric, numbersMeant, quantitiesMeant } from './readings/numbers.ts';
import { type ConversionPlace, certainly, likely, perhaps, type Reading } from './readings/reading.ts';

/** A term with the meaning of another one, but another datatype. */
export interface LiteralConversion extends Omit<Reading, 'text'> {
  readonly value: TermId;
}

const hexBinary = terms.constant(`${namespaces.xsd}hexBinary`);

const xsdLanguage = terms.constant(`${namespaces.xsd}language`);

const unknownPlace: ConversionPlace = { unit: () => undefined };

/**
 * The literals of a datatype with the same meaning as a term: the same text if the datatype allows it, otherwise the text
 * as it was evidently meant. What the text leaves uncertain, such as which number "1,234" is, comes as placeholders, for
 * the user to decide.
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
  if (datatype === xsdLanguage && !isLanguageTag(text.trim())) {
    add(languageMeant(text.trim()));
    return results;
  }
  if (!isNumber(value) && isNumeric(datatype) && !isWhole(datatype) && maybeThousands.test(text)) {
    add({ text, support: 'plausible', evidence: [{ kind: 'sameText', words: 'the same text' }] });
    add(withoutPoint(text));
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
  if (datatype === hexBinary && hexadecimal.test(text)) {
    const digits = text.replace(/^0x|[\s:-]/gi, '');
    // Pairs of decimal digits may as well be a date or a time of day.
    const isPlain = digits.length === text.length || /^0x|[a-f]/i.test(text);
    yield isPlain
      ? likely(digits, 'sameText', 'the same digits without other signs')
      : perhaps(digits, 'reading', 'read as hexadecimal digits');
  }
  yield* momentsMeant(text, datatype);
  yield* durationsMeant(text, datatype);
}

/** Digits in pairs, with `0x` before them or one sign between each two of three pairs and more: DA:39:A3. */
const hexadecimal = /^0x(?:[\da-f]{2})+$|^[\da-f]{2}(?:([ :-])[\da-f]{2})(?:\1[\da-f]{2})+$/i;

function isNumber(value: TermId): boolean {
  return literalValue(value)?.kind === 'number';
}

/** The code of the language that a text names, or else the text, which only looks like a code. */
function languageMeant(text: string): Reading {
  const code = languageCode(text);
  if (code !== undefined)
    return { ...certainly(code), evidence: [{ kind: 'sameText', words: `the code of ${text}` }] };
  const evidence = [
    { kind: 'sameText', words: 'the same text' },
    { kind: 'competing', words: 'no known language has this code' },
  ] as const;
  return { text, support: 'plausible', evidence };
}

/** A number needs no zeros at its end: 1.000 is 1, not a thousand. */
function withoutZeros(text: string): string {
  return text.replace(/(\.\d*?)0+$/, '$1').replace(/\.$/, '.0');
}

/** A point that may separate thousands, where a fraction has no place. */
function* thousands(text: string, datatype: TermId): Iterable<Reading> {
  if (!/^[+-]?[1-9]\d{0,2}\.(?!000$)\d{3}$/.test(text) || !isWhole(datatype)) return;
  yield withoutPoint(text);
}

function withoutPoint(text: string): Reading {
  return perhaps(text.replace('.', ''), 'reading', 'the point read as a separator of thousands');
}

/** Few write a number with a zero as third decimal: 4.500 for 4.5. */
const maybeThousands = /^[+-]?[1-9]\d{0,2}\.\d\d0$/;

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

/**
 * The literal one step above or below another one, with the same datatype and precision: 1 for integers, the last digit
 * for other numbers, a day for dates, a second for times, a month or year for the types that count these. Undefined for
 * types without steps.
 */
export function adjacentLiteral(literal: TermId, direction: 'up' | 'down'): TermId | undefined {
  const datatype = terms.datatype(literal);
  if (datatype === undefined || !isWellFormed(literal)) return undefined;
  const lexical = terms.value(literal);
  const text = steppers.get(datatype)?.(lexical, direction === 'up' ? 1 : -1);
  if (text === undefined) return undefined;
  const next = terms.literal(text, datatype);
  return isWellFormed(next) && next !== literal ? next : undefined;
}

type Stepper = (lexical: string, by: 1 | -1) => string | undefined;

const steppers = new Map<TermId, Stepper>(
  Object.entries<Stepper>({
    ...Object.fromEntries(integerTypes.map((name) => [name, stepWhole])),
    decimal: stepNumber,
    double: stepNumber,
    float: stepNumber,
    date: (lexical, by) => stepDate(lexical, by),
    dateTime: (lexical, by) => stepDateTime(lexical, by),
    dateTimeStamp: (lexical, by) => stepDateTime(lexical, by),
    time: stepTime,
    gYear: (lexical, by) => {
      const [, year = '', zone = ''] = /^(-?\d{4,})(.*)$/.exec(lexical) ?? [];
      return `${padYear(Number(year) + by)}${zone}`;
    },
    gYearMonth: (lexical, by) => {
      const [, year = '', month = '', zone = ''] = /^(-?\d{4,})-(\d\d)(.*)$/.exec(lexical) ?? [];
      const months = Number(year) * 12 + Number(month) - 1 + by;
      return `${padYear(Math.floor(months / 12))}-${twoDigits((((months % 12) + 12) % 12) + 1)}${zone}`;
    },
    string: (lexical, by) => (by > 0 ? `${lexical}x` : lexical.slice(0, -1)),
  }).map(([name, step]) => [terms.constant(namespaces.xsd + name), step]),
);

function stepWhole(lexical: string, by: 1 | -1): string {
  return String(BigInt(lexical.replace(/^\+/, '')) + BigInt(by));
}

function stepNumber(lexical: string, by: 1 | -1): string | undefined {
  if (!/^[+-]?(\d+(\.\d*)?|\.\d+)([eE][+-]?\d+)?$/.test(lexical)) return undefined;
  const [mantissa = '', exponent] = lexical.split(/[eE]/);
  const { unscaled, scale } = decimal(mantissa);
  const next = unscaled + BigInt(by);
  const digits = (next < 0n ? -next : next).toString().padStart(scale + 1, '0');
  const whole = digits.slice(0, digits.length - scale);
  const text = `${next < 0n ? '-' : ''}${whole}${scale > 0 ? `.${digits.slice(digits.length - scale)}` : '.0'}`;
  return exponent === undefined ? text : `${text}e${exponent}`;
}

const dayInMilliseconds = 86_400_000;

function stepDate(lexical: string, by: number): string | undefined {
  const [, date = '', zone = ''] = /^(\d{4}-\d\d-\d\d)(.*)$/.exec(lexical) ?? [];
  const start = Date.parse(`${date}T00:00:00Z`);
  if (Number.isNaN(start)) return undefined;
  return `${new Date(start + by * dayInMilliseconds).toISOString().slice(0, 10)}${zone}`;
}

function stepDateTime(lexical: string, by: number): string | undefined {
  const [, moment = '', rest = ''] = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)(.*)$/.exec(lexical) ?? [];
  const start = Date.parse(`${moment}Z`);
  return Number.isNaN(start) ? undefined : `${new Date(start + by * 1000).toISOString().slice(0, 19)}${rest}`;
}

function stepTime(lexical: string, by: number): string | undefined {
  const [, hours = '', minutes = '', seconds = '', rest = ''] =
    /^(\d\d):(\d\d):(\d\d)(.*)$/.exec(lexical) ?? [];
  const next = Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds) + by;
  if (next < 0 || next >= 86_400) return undefined;
  return `${twoDigits(Math.floor(next / 3600))}:${twoDigits(Math.floor(next / 60) % 60)}:${twoDigits(next % 60)}${rest}`;
}

function padYear(year: number): string {
  return `${year < 0 ? '-' : ''}${String(Math.abs(year)).padStart(4, '0')}`;
}
