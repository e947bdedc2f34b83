import { matchesLanguageRange } from '../../../rdf/literals/languageRange.ts';
import type { TermId } from '../../../rdf/terms.ts';
import { booleanTerm } from './booleans.ts';
import type { QueryEvaluation, TermFunction } from './expressionScope.ts';
import { integerTerm, readNumber, toNumber } from './numbers.ts';
import { areCompatible, readSimpleString, readString, type StringLiteral, stringTerm } from './strings.ts';

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
