import { compileRegex, type RegexReading } from '../../../rdf/literals/xpathRegex.ts';
import type { TermId } from '../../../rdf/terms.ts';
import { booleanTerm } from './booleans.ts';
import type { TermFunction } from './expressionScope.ts';
import { readSimpleString, readString, stringTerm } from './strings.ts';

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

/** A match takes as much time and memory as so many characters. */
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
      // A longer number is meant when there are so many groups.
      while (/\d/.test(text[i + 1] ?? '') && number * 10 + Number(text[i + 1]) <= groups)
        number = number * 10 + Number(text[++i]);
      parts.push(number <= groups ? number : '');
    } else parts.push(text[i]!);
  }
  return parts;
}
