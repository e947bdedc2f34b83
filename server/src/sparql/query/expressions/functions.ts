import { md5, sha1 } from '@noble/hashes/legacy';
import { sha256, sha384, sha512 } from '@noble/hashes/sha2';
import { bytesToHex } from '@noble/hashes/utils';
import { isWellFormed } from '../../../rdf/literals/lexicalForms.ts';
import { resolveIri } from '../../../rdf/resolveIri.ts';
import { type TermId, terms } from '../../../rdf/terms.ts';
import { namespaces, xsd } from '../../../rdf/vocab.ts';
import { booleanTerm } from './booleans.ts';
import { addTimes, subtractTimes } from './dateArithmetic.ts';
import type { QueryEvaluation, TermFunction } from './expressionScope.ts';
import {
  type Arithmetic,
  absolute,
  add,
  ceiling,
  digitsOf,
  divide,
  floor,
  integerTerm,
  multiply,
  type Numeric,
  numberTerm,
  opposite,
  printDouble,
  readNumber,
  rounded,
  subtract,
} from './numbers.ts';
import { patternFunctions, readSimpleString, stringFunctions } from './stringFunctions.ts';

/** Hashes of strings, as hexadecimal digits (SPARQL 1.1, 17.4.6). */
const hashFunctions = {
  md5: hashing(md5),
  sha1: hashing(sha1),
  sha256: hashing(sha256),
  sha384: hashing(sha384),
  sha512: hashing(sha512),
} satisfies Record<string, TermFunction>;

function hashing(hash: (text: string) => Uint8Array): TermFunction {
  return (evaluation, argument) => {
    if (terms.datatype(argument!) !== xsd.string) return undefined;
    const text = terms.value(argument!);
    // Hashing takes longer than reading.
    evaluation.spend(hashingCost * text.length);
    return terms.literal(bytesToHex(hash(text)));
  };
}

const hashingCost = 16;

/** Arithmetic operators and functions on numbers (SPARQL 1.1, 17.4.4). */
const numericFunctions = {
  '+': binary(add, addTimes),
  '-': binary(subtract, subtractTimes),
  '*': binary(multiply),
  '/': binary(divide),
  UMINUS: unary(opposite),
  UPLUS: unary((number) => number),
  abs: unary(absolute),
  round: unary(rounded),
  ceil: unary(ceiling),
  floor: unary(floor),
  rand: (evaluation) => terms.literal(printDouble(evaluation.random()), xsd.double),
} satisfies Record<string, TermFunction>;

function unary(calculate: (number: Numeric) => Numeric): TermFunction {
  return (evaluation, argument) => {
    evaluation.digits(digitsOf(argument!));
    const number = readNumber(argument!);
    return number && numberTerm(calculate(number));
  };
}

/** @param otherwise the operator on terms that are not both numbers */
function binary(
  calculate: Arithmetic,
  otherwise?: (a: TermId, b: TermId) => TermId | undefined,
): TermFunction {
  return (evaluation, left, right) => {
    evaluation.digits(digitsOf(left!) + digitsOf(right!));
    const a = readNumber(left!);
    const b = a && readNumber(right!);
    if (a === undefined || b === undefined) return otherwise?.(left!, right!);
    const result = calculate(a, b);
    return result && numberTerm(result);
  };
}

/** Functions on RDF terms (SPARQL 1.1, 17.4.2; SPARQL 1.2 for triple terms and base directions). */
const termFunctions = {
  sameterm: (_, a, b) => booleanTerm(a === b),
  isiri: test(terms.isIri.bind(terms)),
  isuri: test(terms.isIri.bind(terms)),
  isblank: test(terms.isBlank.bind(terms)),
  isliteral: test(terms.isLiteral.bind(terms)),
  isnumeric: test((term) => readNumber(term) !== undefined),
  istriple: test((term) => terms.triple(term) !== undefined),
  str: (_, term) =>
    terms.isLiteral(term!) || terms.isIri(term!) ? terms.literal(terms.value(term!)) : undefined,
  lang: (_, term) => (terms.isLiteral(term!) ? terms.literal(terms.language(term!)) : undefined),
  datatype: (_, term) => terms.datatype(term!),
  iri: toIri,
  uri: toIri,
  strdt: (_, text, datatype) =>
    terms.datatype(text!) === xsd.string && terms.isIri(datatype!)
      ? terms.literal(terms.value(text!), datatype)
      : undefined,
  strlang: (_, text, tag) => {
    const language = readSimpleString(tag!);
    return terms.datatype(text!) === xsd.string && language
      ? terms.languageString(terms.value(text!), language)
      : undefined;
  },
  uuid: (evaluation) => terms.iri(`urn:uuid:${randomUuid(evaluation)}`),
  struuid: (evaluation) => terms.literal(randomUuid(evaluation)),
  triple: (_, subject, predicate, object) =>
    terms.isLiteral(subject!) || !terms.isIri(predicate!)
      ? undefined
      : terms.tripleTerm({ subject: subject!, predicate: predicate!, object: object! }),
  subject: (_, term) => terms.triple(term!)?.subject,
  predicate: (_, term) => terms.triple(term!)?.predicate,
  object: (_, term) => terms.triple(term!)?.object,
  haslang: test((term) => terms.isLiteral(term) && terms.language(term) !== ''),
  haslangdir: test((term) => terms.isLiteral(term) && terms.direction(term) !== ''),
  langdir: (_, term) => (terms.isLiteral(term!) ? terms.literal(terms.direction(term!)) : undefined),
  strlangdir: (_, text, tag, direction) => {
    const [language, given] = [readSimpleString(tag!), readSimpleString(direction!)];
    return terms.datatype(text!) === xsd.string && language && (given === 'ltr' || given === 'rtl')
      ? terms.languageString(terms.value(text!), language, given)
      : undefined;
  },
} satisfies Record<string, TermFunction>;

function test(holds: (term: TermId) => boolean): TermFunction {
  return (_, term) => booleanTerm(holds(term!));
}

function toIri({ base }: QueryEvaluation, term: TermId | undefined): TermId | undefined {
  if (terms.isIri(term!)) return term;
  const text = readSimpleString(term!);
  if (text === undefined) return undefined;
  return terms.iri(base === undefined ? text : resolveIri(text, base));
}

/** A UUID of version 4 (RFC 4122). */
function randomUuid(evaluation: QueryEvaluation): string {
  return 'xxxxxxxx-xxxx-4xxx-yxxx-xxxxxxxxxxxx'.replace(/[xy]/g, (digit) => {
    const value = Math.floor(evaluation.random() * 16);
    return (digit === 'x' ? value : (value % 4) + 8).toString(16);
  });
}

/** Functions on dates and times (SPARQL 1.1, 17.4.5), also of xsd:date and xsd:time as far as they have the part. */
const dateFunctions = {
  now: ({ now }) => terms.literal(now.toISOString(), xsd.dateTime),
  year: integerPart(({ year }) => year),
  month: integerPart(({ month }) => month),
  day: integerPart(({ day }) => day),
  hours: integerPart(({ hour }) => (hour === '24' ? '0' : hour)),
  minutes: integerPart(({ minute }) => minute),
  seconds: (_, term) => {
    const second = readParts(term!)?.second;
    if (second === undefined) return undefined;
    const [whole, fraction = ''] = second.split('.') as [string, string?];
    const digits = fraction.replace(/0+$/, '');
    return terms.literal(`${Number(whole)}${digits && `.${digits}`}`, xsd.decimal);
  },
  timezone: (_, term) => {
    const zone = readParts(term!)?.zone;
    return zone === undefined ? undefined : terms.literal(zoneDuration(zone), dayTimeDuration);
  },
  tz: (_, term) => {
    const parts = readParts(term!);
    return parts && terms.literal(parts.zone ?? '');
  },
} satisfies Record<string, TermFunction>;

const dayTimeDuration = terms.constant(`${namespaces.xsd}dayTimeDuration`);
const types: ReadonlySet<TermId> = new Set([
  xsd.dateTime,
  xsd.date,
  xsd.time,
  terms.constant(`${namespaces.xsd}dateTimeStamp`),
]);

/** As written; undefined for parts that the type lacks or that were not written. */
type Parts = Readonly<
  Record<'year' | 'month' | 'day' | 'hour' | 'minute' | 'second' | 'zone', string | undefined>
>;

const form =
  /^(?:(?<year>-?\d+)-(?<month>\d\d)-(?<day>\d\d))?T?(?:(?<hour>\d\d):(?<minute>\d\d):(?<second>\d\d(?:\.\d+)?))?(?<zone>Z|[+-]\d\d:\d\d)?$/;

function readParts(term: TermId): Parts | undefined {
  if (!types.has(terms.datatype(term) ?? -1) || !isWellFormed(term)) return undefined;
  return form.exec(terms.value(term))?.groups as Parts | undefined;
}

function integerPart(select: (parts: Parts) => string | undefined): TermFunction {
  return (_, term) => {
    const parts = readParts(term!);
    const text = parts && select(parts);
    return text === undefined ? undefined : integerTerm(BigInt(text));
  };
}

function zoneDuration(zone: string): string {
  if (zone === 'Z') return 'PT0S';
  const [hours, minutes] = [Number(zone.slice(1, 3)), Number(zone.slice(4))];
  if (hours === 0 && minutes === 0) return 'PT0S';
  return `${zone.startsWith('-') ? '-' : ''}PT${hours ? `${hours}H` : ''}${minutes ? `${minutes}M` : ''}`;
}

/** The functions and operators of SPARQL that need nothing but the values of their arguments, as sparqljs names them. */
export const functions: ReadonlyMap<string, TermFunction> = new Map(
  Object.entries({
    ...numericFunctions,
    ...termFunctions,
    ...stringFunctions,
    ...patternFunctions,
    ...dateFunctions,
    ...hashFunctions,
  }),
);
