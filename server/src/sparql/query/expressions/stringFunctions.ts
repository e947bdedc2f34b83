import { matchesLanguageRange } from '../../../rdf/languageTag.ts';
import { literalValue } from '../../../rdf/literals/literalValue.ts';
import { compileRegex, type RegexReading } from '../../../rdf/literals/xpathRegex.ts';
import { type TermId, terms } from '../../../rdf/terms.ts';
import { namespaces, rdf, xsd } from '../../../rdf/vocab.ts';
import { booleanTerm } from './booleans.ts';
import type { QueryEvaluation, TermFunction } from './expressionScope.ts';
import { integerTerm, readNumber, toNumber } from './numbers.ts';

/** A string literal: with a language tag, or a simple one. */
interface StringLiteral {
  readonly text: string;
  /** Empty for a simple one. */
  readonly language: string;
}

const anyUri = terms.constant(`${namespaces.xsd}anyURI`);

/** Reads an argument that must be a string literal; undefined for all other terms. */
function readString(term: TermId): StringLiteral | undefined {
  const datatype = terms.datatype(term);
  if (datatype === xsd.string) return { text: terms.value(term), language: '' };
  if (datatype === rdf.langString) return { text: terms.value(term), language: terms.language(term) };
  // Types that XSD derives from strings.
  const isString = datatype !== undefined && datatype !== anyUri && literalValue(term)?.kind === 'string';
  return isString ? { text: terms.value(term), language: '' } : undefined;
}

/** Reads an argument that must be a string without language tag. */
export function readSimpleString(term: TermId): string | undefined {
  const string = readString(term);
  return string?.language === '' ? string.text : undefined;
}

function stringTerm(text: string, language: string): TermId {
  return language ? terms.languageString(text, language) : terms.literal(text);
}

/** Whether a function may take both strings (SPARQL 1.1, 17.4.3.1.2). */
function areCompatible(first: StringLiteral, second: StringLiteral): boolean {
  return second.language === '' || second.language === first.language;
}

/** Functions on strings (SPARQL 1.1, 17.4.3). */
export const stringFunctions = {
  strlen: onString(({ text }) => integerTerm(lengthOf(text))),
  substr: (evaluation, source, start, length) => {
    const string = readString(source!);
    const from = readNumber(start!);
    const size = length === undefined ? undefined : readNumber(length);
    if (string === undefined || from === undefined || (length !== undefined && size === undefined))
      return undefined;
    evaluation.spend(string.text.length);
    const sliced = substring(string.text, toNumber(from), size && toNumber(size));
    return stringTerm(sliced, string.language);
  },
  ucase: onString(({ text, language }) => stringTerm(text.toUpperCase(), language)),
  lcase: onString(({ text, language }) => stringTerm(text.toLowerCase(), language)),
  strstarts: onStrings((text, part) => booleanTerm(text.text.startsWith(part.text))),
  strends: onStrings((text, part) => booleanTerm(text.text.endsWith(part.text))),
  contains: onStrings((text, part) => booleanTerm(text.text.includes(part.text))),
  strbefore: onStrings(({ text, language }, part) => {
    const at = text.indexOf(part.text);
    return at < 0 ? stringTerm('', '') : stringTerm(text.slice(0, at), language);
  }),
  strafter: onStrings(({ text, language }, part) => {
    const at = text.indexOf(part.text);
    return at < 0 ? stringTerm('', '') : stringTerm(text.slice(at + part.text.length), language);
  }),
  encode_for_uri: onString(({ text }) => stringTerm(encodeForUri(text), '')),
  concat: (evaluation, ...args) => concatenated(evaluation, args),
  langmatches: (_, tag, range) => {
    const [text, wanted] = [readSimpleString(tag!), readSimpleString(range!)];
    return text === undefined || wanted === undefined
      ? undefined
      : booleanTerm(matchesLanguageRange(text, wanted));
  },
} satisfies Record<string, TermFunction>;

function onString(apply: (string: StringLiteral) => TermId): TermFunction {
  return (evaluation, argument) => {
    const string = readString(argument!);
    if (string === undefined) return undefined;
    evaluation.spend(string.text.length);
    return apply(string);
  };
}

function onStrings(apply: (first: StringLiteral, second: StringLiteral) => TermId | undefined): TermFunction {
  return (evaluation, left, right) => {
    const first = readString(left!);
    const second = first && readString(right!);
    if (first === undefined || second === undefined || !areCompatible(first, second)) return undefined;
    evaluation.spend(first.text.length);
    return apply(first, second);
  };
}

const surrogates = /[\ud800-\udbff][\udc00-\udfff]/g;

/** In code points. */
function lengthOf(text: string): number {
  return text.length - (text.match(surrogates)?.length ?? 0);
}

/** Characters with a position p such that round(start) <= p < round(start) + round(length), counted from 1 (XPath). */
function substring(text: string, start: number, length: number | undefined): string {
  const first = Math.round(start);
  const end = length === undefined ? Number.POSITIVE_INFINITY : first + Math.round(length);
  // Comparisons with NaN are false, so that no position is inside.
  if (!(first < end && end > 1)) return '';
  const from = Math.max(first, 1) - 1;
  return lengthOf(text) === text.length ? text.slice(from, end - 1) : [...text].slice(from, end - 1).join('');
}

/** Escapes all but the unreserved characters of RFC 3986. */
function encodeForUri(text: string): string {
  return encodeURIComponent(text.replace(/\p{Surrogate}/gu, '\ufffd')).replace(
    /[!'()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}

/** The language tag is kept when all arguments have it. */
function concatenated(evaluation: QueryEvaluation, args: readonly TermId[]): TermId | undefined {
  let text = '';
  let language: string | undefined;
  for (const argument of args) {
    const string = readString(argument);
    if (string === undefined) return undefined;
    evaluation.spend(string.text.length);
    text += string.text;
    language = language === undefined || language === string.language ? string.language : '';
  }
  return stringTerm(text, language ?? '');
}

/** REGEX and REPLACE (SPARQL 1.1, 17.4.3.14 and 15). */
export const patternFunctions = {
  regex: (evaluation, text, pattern, flags) => {
    const string = readString(text!);
    const reading = string && readRegex(pattern!, flags);
    if (string === undefined || reading === undefined) return undefined;
    const { length } = string.text;
    evaluation.match(writtenPattern(pattern!), length, reading.mayHang(length));
    return booleanTerm(reading.test(string.text));
  },
  replace: (evaluation, text, pattern, replacement, flags) => {
    const string = readString(text!);
    const reading = string && readRegex(pattern!, flags);
    const written = readSimpleString(replacement!);
    if (string === undefined || reading === undefined || written === undefined) return undefined;
    const { regex } = reading;
    const { length } = string.text;
    const options = flags === undefined ? '' : readSimpleString(flags)!;
    const parts = options.includes('q') ? [written] : readReplacement(written, groupCount(regex));
    // XPath forbids patterns that match nothing at all, because it is unclear how often.
    if (parts === undefined || regex.test('')) return undefined;
    evaluation.match(writtenPattern(pattern!), length, reading.mayBacktrack(length));
    // V8 collects all matches before it replaces them, and crashes where there are too many for an array.
    const pieces: string[] = [];
    let from = 0;
    for (const match of string.text.matchAll(new RegExp(regex.source, `${regex.flags}g`))) {
      const inserted = parts.map((part) => (typeof part === 'string' ? part : (match[part] ?? ''))).join('');
      evaluation.spend(inserted.length + charactersPerMatch);
      pieces.push(string.text.slice(from, match.index), inserted);
      from = match.index + match[0].length;
    }
    pieces.push(string.text.slice(from));
    return stringTerm(pieces.join(''), string.language);
  },
} satisfies Record<string, TermFunction>;

/** A match takes as much time and memory as this many characters. */
const charactersPerMatch = 32;

/** The text of a pattern that was read. */
function writtenPattern(pattern: TermId): string {
  return readSimpleString(pattern)!;
}

/** Undefined for an invalid pattern, which is an error of the expression. */
function readRegex(
  pattern: TermId,
  flags: TermId | undefined,
): Extract<RegexReading, { readonly kind: 'regex' }> | undefined {
  const source = readSimpleString(pattern);
  const options = flags === undefined ? '' : readSimpleString(flags);
  if (source === undefined || options === undefined) return undefined;
  const reading = compileRegex(source, options);
  return reading.kind === 'regex' ? reading : undefined;
}

function groupCount(regex: RegExp): number {
  return new RegExp(`${regex.source}|`, regex.flags).exec('')!.length - 1;
}

/** The texts and groups that a replacement consists of; undefined if it is not valid in XPath. */
function readReplacement(text: string, groups: number): readonly (string | number)[] | undefined {
  const parts: (string | number)[] = [];
  for (let i = 0; i < text.length; i++) {
    const next = text[i + 1] ?? '';
    if (text[i] === '\\') {
      if (next !== '\\' && next !== '$') return undefined;
      parts.push(next);
      i++;
    } else if (text[i] === '$') {
      if (!/\d/.test(next)) return undefined;
      let number = Number(next);
      i++;
      // A longer number is only read when there are this many groups.
      while (/\d/.test(text[i + 1] ?? '') && number * 10 + Number(text[i + 1]) <= groups)
        number = number * 10 + Number(text[++i]);
      parts.push(number <= groups ? number : '');
    } else parts.push(text[i]!);
  }
  return parts;
}
