import { boundedEditDistance } from '../../base/editDistance.ts';
import { compileRegex } from '../../rdf/literals/xpathRegex.ts';
import { typoDistance } from '../evidence/nameSimilarity.ts';
import { isMailAddress, isWebAddress, phoneNumber } from './textAsIri.ts';

/** A text that matches a pattern, close to one that does not. */
export interface PatternEdit {
  readonly text: string;
  /** True when it differs only in spaces, case and separators, and no other such text is as close. */
  readonly isClear: boolean;
  readonly evidence: string;
}

/** One way to write a text differently. */
interface Edit {
  readonly text: string;
  readonly evidence: string;
  /** True when the meaning is clearly the same. */
  readonly isForm: boolean;
}

/** Longer texts are neither codes nor names, and matching patterns takes long on them. */
const maxText = 200;
const maxTried = 1500;
/** The number of texts to try multiplies with each change. */
const maxChanges = 3;
const maxFound = 4;

/**
 * The texts that match a regular expression of sh:pattern after one to three small changes: of spaces, case,
 * separators, surrounding punctuation, leading zeros, the order of a date, "(at)" for @, 00 for +, or a beginning or end that the pattern
 * names. Texts with clearly the same meaning come first, then the closest.
 *
 * @param kept a prefix that must not change: the namespace of a name.
 */
export function patternEdits(
  text: string,
  pattern: string,
  flags: string,
  kept = '',
): readonly PatternEdit[] {
  const reading = compileRegex(pattern, flags);
  if (reading.kind === 'illFormed' || text.length > maxText) return [];
  if (reading.mayHang(kept.length + maxText) !== undefined) return [];
  const named =
    kept === ''
      ? literalParts(pattern, flags)
      : { ...literalParts('', flags), suffix: suffixOf(pattern, flags) };
  const isSaid = isSaidBy(text, named, reading) && isBehind(text, named, pattern, flags);
  const parts = isSaid ? named : { ...named, prefix: '', suffix: '' };
  const joined = text.replace(/\s+/g, '');
  const isJoined = reading.test(joined);
  const joins = !hasWords.test(withoutStart(text, parts.prefix)) || (isJoined && isKey(joined, reading));
  // Only the author can decide whether the words belong together or one of them is to be removed.
  const keepsWords = !joins && isJoined;
  const seen = new Set([text]);
  let level: readonly Edit[] = [{ text, evidence: '', isForm: true }];
  for (let changes = 0; changes < maxChanges; changes++) {
    const next: Edit[] = [];
    for (const from of level) {
      for (const edit of editsOf(from.text, parts, joins)) {
        if (seen.has(edit.text) || seen.size > maxTried) continue;
        seen.add(edit.text);
        const evidence = from.evidence === '' ? edit.evidence : `${from.evidence}, ${edit.evidence}`;
        next.push({ text: edit.text, evidence, isForm: from.isForm && edit.isForm });
      }
    }
    const found = next.filter((edit) => reading.test(kept + edit.text));
    if (changes === 0 && kept === '') {
      if (!keepsWords) found.push(...within(text, pattern, flags, found));
      found.push(...grouped(text, pattern, flags, found));
      const joinedCode = text.replace(/(?<=[\p{L}\p{N}])[-_\s.]+(?=[\p{L}\p{N}])/gu, '');
      if (joins && joinedCode !== text) found.push(...grouped(joinedCode, pattern, flags, found));
    }
    if (found.length > 0) {
      const distances = new Map(found.map((edit) => [edit, boundedEditDistance(text, edit.text, maxText)]));
      const byDistance = (a: Edit, b: Edit) => distances.get(a)! - distances.get(b)!;
      const [first, second] = found.filter(({ isForm }) => isForm).sort(byDistance);
      if (first && (second === undefined || byDistance(first, second) < 0)) {
        return [{ text: first.text, isClear: true, evidence: first.evidence }];
      }
      return found
        .sort((a, b) => Number(b.isForm) - Number(a.isForm) || byDistance(a, b))
        .slice(0, maxFound)
        .map((edit) => ({ text: edit.text, isClear: false, evidence: edit.evidence }));
    }
    level = next;
  }
  return [];
}

/** The plain characters of a pattern. */
interface LiteralParts {
  readonly prefix: string;
  readonly suffix: string;
  /** The separators that it names. */
  readonly separators: readonly string[];
  /** The number of consecutive digits that it requires, if it is a single number. */
  readonly digits: number | undefined;
}

/**
 * False where a pattern takes anything between its ends, and the text is not what these stand for: brackets around JSON make no XML,
 * `https://` before a name no address.
 */
function isSaidBy(
  text: string,
  { prefix, suffix }: LiteralParts,
  reading: { test(text: string): boolean },
): boolean {
  if (!reading.test(`${prefix}${anything}${suffix}`)) return true;
  if (prefix !== '' && text.toLowerCase().startsWith(prefix.toLowerCase())) return true;
  if (/^https?:\/\/$/i.test(prefix)) return /^https?:\/\/[^/]/i.test(text) || isWebAddress(text.trim());
  if (/^tel:$/i.test(prefix)) return phoneNumber.test(text.trim());
  if (/^mailto:$/i.test(prefix)) return isMailAddress(text) || writtenAt.test(text);
  if ([prefix, suffix].some((part) => isWord.test(part) && !lacksWord(text, part))) return false;
  const isSign = /[:/#@+]$/.test(prefix);
  return !/["{}<>]/.test(prefix + text + suffix) && !(isSign && /\s/.test(text.trim()));
}

const isWord = /^[\s:]*\p{L}+[\s:]*$/u;

/** True for a text with a digit to which a word belongs: "5", neither "on request" nor "5 EUR" nor "5 USD" for EUR. */
function lacksWord(text: string, word: string): boolean {
  if (!/\d/.test(text) || /\p{Sc}/u.test(text)) return false;
  const code = /\p{Lu}{3}/u.test(word) && /(?<!\p{L})\p{Lu}{3}(?!\p{L})/u.test(text);
  return !code && !text.toLowerCase().includes(word.trim().toLowerCase());
}

const separatorCharacters = ['-', '_', ' ', '.', '/', ':', ','];

function literalParts(pattern: string, flags: string): LiteralParts {
  if (flags.includes('q')) return { prefix: pattern, suffix: '', separators: [], digits: undefined };
  const isAlternative = topLevelAlternatives(pattern).length > 1;
  const [, start] = (!isAlternative && startOf.exec(pattern)) || [];
  const end = !isAlternative && /((?:\\[^A-Za-z0-9]|(?<!\\)[^\\^$.*+?()[\]{}|])+)\$$/.exec(pattern)?.[1];
  // Character classes and counts contain characters, too, but not as separators.
  const plain = pattern.replace(/\[[^\]]*\]|\{[^}]*\}|\\[dDwWsS]|\(\?:/g, '');
  const counts = [...pattern.matchAll(/(?:\\d|\[0-9\])\{(\d{1,2})\}/g)].map((match) => Number(match[1]));
  return {
    prefix: start ? unescaped(start) : '',
    suffix: end ? unescaped(end) : '',
    separators: separatorCharacters.filter((separator) => plain.includes(separator)),
    digits: new Set(counts).size === 1 ? counts[0] : undefined,
  };
}

/** The plain characters with which a pattern begins. */
const startOf = /^\^?((?:[^\\^$.*+?()[\]{}|]|\\[^A-Za-z0-9])+)(?![*+?{])/;

/** False for a pattern that may match anywhere, unless the text is what it describes behind its plain start, and not just any text. */
function isBehind(text: string, { prefix }: LiteralParts, pattern: string, flags: string): boolean {
  if (prefix === '' || pattern.startsWith('^') || text.toLowerCase().startsWith(prefix.toLowerCase()))
    return true;
  const rest = pattern.slice(startOf.exec(pattern)?.[0].length ?? 0);
  if (flags.includes('q') || /^\$?$/.test(rest)) return false;
  const reading = compileRegex(`^(?:${rest})`, flags);
  return reading.kind === 'regex' && reading.test(text) && !reading.test(anything);
}

/** What only patterns match that take anything. */
const anything = '~ "\u00a7 %';

/** The end of a name after a slash that the pattern requires, such as `/data`, or of an address, such as `@acme.example`. */
function suffixOf(pattern: string, flags: string): string {
  const { suffix } = literalParts(pattern, flags);
  return /^[/#@].*\p{L}/u.test(suffix) ? suffix : '';
}

function unescaped(text: string): string {
  return text.replace(/\\(.)/gu, '$1');
}

/** The parts of a pattern between the `|` that no brackets enclose. */
function topLevelAlternatives(pattern: string): readonly string[] {
  const parts: string[] = [];
  let [depth, start, inClass] = [0, 0, false];
  for (let i = 0; i < pattern.length; i++) {
    const character = pattern[i];
    if (character === '\\') i++;
    else if (inClass) inClass = character !== ']';
    else if (character === '[') inClass = true;
    else if (character === '(') depth++;
    else if (character === ')') depth--;
    else if (character === '|' && depth === 0) {
      parts.push(pattern.slice(start, i));
      start = i + 1;
    }
  }
  return [...parts, pattern.slice(start)];
}

/**
 * A word in small letters beside another word or number, which do not make a word without their space: "open data", "2
 * days", "code: 7".
 */
const hasWords = /[\p{L}\p{N}][:;,]?\s+\p{Ll}{3}|\p{Ll}{3}[:;,]?\s+[\p{L}\p{N}]/u;

/**
 * The text after a start that ends with a sign, for a pattern that begins with that start, as in "mailto: jo@x.example".
 */
function withoutStart(text: string, prefix: string): string {
  return !/[\p{L}\p{N}]$/u.test(prefix) && text.toLowerCase().startsWith(prefix.toLowerCase())
    ? text.slice(prefix.length)
    : text;
}

/**
 * True for letters and digits whose number, but not order, the pattern fixes, as in a key written in groups: "deadbeef
 * 12345678".
 */
function isKey(text: string, reading: { test(text: string): boolean }): boolean {
  const [first, last] = [text.slice(0, 1), text.slice(-1)];
  const others = [text.slice(1), text.slice(0, -1), first + text, text + last];
  const turned = [...text].reverse().join('');
  return /\d/.test(text) && reading.test(turned) && !others.some((other) => reading.test(other));
}

/** A number in its international form, with the digits that most countries dial before it. */
const isTelephone = /^\s*00[1-9][\d\s()./-]{6,}$/;

/** How the signs of e-mail addresses are written where programs look for these. */
const writtenAt = /\s*(?:[([{]\s*at\s*[)\]}]|\sat\s)\s*/i;
const writtenDot = /\s*(?:[([{]\s*dot\s*[)\]}]|\sdot\s)\s*/gi;

/** The signs that stand for one currency, with their ISO 4217 codes. */
const currencies: ReadonlyMap<string, string> = new Map([
  ['€', 'EUR'],
  ['£', 'GBP'],
  ['US$', 'USD'],
  ['₹', 'INR'],
  ['₺', 'TRY'],
  ['₴', 'UAH'],
  ['₩', 'KRW'],
  ['₪', 'ILS'],
  ['zł', 'PLN'],
  ['Kč', 'CZK'],
]);

/** @param joins whether spaces and separators may be left out without a replacement. */
function* editsOf(
  text: string,
  { prefix, suffix, separators, digits }: LiteralParts,
  joins: boolean,
): Iterable<Edit> {
  const form = (edited: string, evidence: string): Edit => ({ text: edited, evidence, isForm: true });
  const guess = (edited: string, evidence: string): Edit => ({ text: edited, evidence, isForm: false });
  // A few digits with something between them may be separate numbers: 5-6, 2.5.
  const isCode = /\p{L}/u.test(text) || (text.match(/\d/g)?.length ?? 0) >= 7;
  const separated = isCode ? form : guess;
  if (isTelephone.test(text)) yield form(text.trim().replace(/^00/, '+'), 'with + for 00');
  if (writtenAt.test(text)) {
    yield form(text.trim().replace(writtenAt, '@').replace(writtenDot, '.'), 'with @ for "at"');
  }
  const currency = currencies.get(text.trim());
  if (currency !== undefined) yield form(currency, 'its code');
  yield form(text.trim(), 'without the spaces around it');
  yield form(text.trim().replace(/\s+/g, ' '), 'with single spaces');
  yield form(text.toUpperCase(), 'in capital letters');
  yield form(text.toLowerCase(), 'in small letters');
  yield form(text.charAt(0).toUpperCase() + text.slice(1), 'with a capital letter at the start');
  yield form(
    text.toLowerCase().replace(/(?<![\p{L}\p{N}'’])\p{Ll}/gu, (letter) => letter.toUpperCase()),
    'with capital letters at the start',
  );
  yield form(text.normalize('NFKC').replace(/[\u2010-\u2015\u2212]/g, '-'), 'with plain characters');
  // The signs in an address do not separate codes.
  for (const separator of text.includes('@') ? [] : separators) {
    yield separated(text.replace(/[-_\s./:,]+/g, separator), `with "${separator}" between its parts`);
    // Adjacent letters and digits are separate parts as well.
    yield form(
      text.replace(/(?<=\p{L})(?=\p{Nd})|(?<=\p{Nd})(?=\p{L})/gu, separator),
      `with "${separator}" between letters and digits`,
    );
    yield form(
      text.replace(/(?<=\p{L})[-_\s./:,]*(?=\p{Nd})|(?<=\p{Nd})[-_\s./:,]*(?=\p{L})/gu, separator),
      `with "${separator}" between letters and digits`,
    );
  }
  if (joins) {
    yield separated(text.replace(/\s+/g, ''), 'without spaces');
    // Without them, an address is another one.
    if (!text.includes('@'))
      yield separated(text.replace(/(?<=[\p{L}\p{N}])[-_\s]+(?=[\p{L}\p{N}])/gu, ''), 'without separators');
  }
  yield form(text.replace(/^["'«“(<[]+|["'»”)>\]]+$/gu, ''), 'without the text around it');
  yield form(text.replace(/[.,;:!]+$/, ''), 'without the punctuation at its end');
  yield form(text.replace(/^#(?=[\p{L}\p{N}])/u, ''), 'without "#" at its start');
  // .gz, not .5; the names of .htaccess and .NET begin with it.
  yield guess(text.replace(/^\.(?=\p{L}+\d*$)/u, ''), 'without the point at its start');
  if (prefix.toLowerCase().startsWith('https:')) yield guess(text.replace(/^http:/i, 'https:'), 'with https');
  if (prefix.toLowerCase().startsWith('http:')) yield guess(text.replace(/^https:/i, 'http:'), 'with http');
  if (prefix !== '') {
    if (text.toLowerCase().startsWith(prefix.toLowerCase())) {
      yield form(prefix + text.slice(prefix.length), `with "${prefix}" as the pattern writes it`);
    } else if (/^\+\d{0,3}\s?$/.test(prefix) && text.startsWith('0')) {
      // The zero of 089 is not part of an international number, but in Italy; without its country, that can't be written.
      if (/^\+(?!39)\d/.test(prefix))
        yield guess(text.replace(/^0/, prefix), `with "${prefix}" in place of the 0`);
    } else {
      yield guess(prefix + text, `with "${prefix}" before it`);
    }
  }
  if (suffix !== '') {
    yield guess(text + suffix, `with "${suffix}" after it`);
    const rest = restOfEnd(text, suffix);
    if (rest !== undefined) yield guess(text + rest, `with "${rest}" after it, as the pattern ends`);
    // A letter may be missing, superfluous, another one or at another place.
    for (const length of suffix.length < leastSlip ? [] : [0, -1, 1].map((more) => suffix.length + more)) {
      const [start, end] = [text.slice(0, -length), text.slice(-length)];
      if (start === '' || end[0] !== suffix[0] || typoDistance(end, suffix) !== 1) continue;
      yield guess(start + suffix, `with "${suffix}" as the pattern writes it`);
      break;
    }
  }
  if (digits !== undefined) {
    const padded = (numbers: RegExp) => text.replace(numbers, (number) => number.padStart(digits, '0'));
    yield guess(padded(/(?<!\d)\d+(?!\d)/g), 'with leading zeros');
    yield guess(padded(/(?<!\d)\d+(?=\D*$)/), 'with leading zeros');
  }
  // The zero of 089 is not part of an international number, and the country is not known.
  if (prefix !== '+') yield guess(text.replace(/(?<!\d)0+(?=\d)/g, ''), 'without leading zeros');
}

/** What a text lacks of the end that a pattern requires, where it ends with whole words of that: `.example` of `@acme.example`. */
function restOfEnd(text: string, suffix: string): string | undefined {
  const ends = [...suffix.matchAll(/(?<=[\p{L}\p{N}])(?![\p{L}\p{N}])/gu)].map(({ index }) => index);
  const end = ends.findLast((at) => at < suffix.length && text.endsWith(suffix.slice(0, at)));
  return end === undefined || text.length === end ? undefined : suffix.slice(end);
}

/** The start that a pattern requires of IRIs; undefined when it requires none. */
export function requiredNamespace(pattern: string, flags: string): string | undefined {
  // Many authors do not escape the dots of web addresses.
  const { prefix } = literalParts(pattern.replace(/(?<=\w)\.(?=\w)/g, '\\.'), flags);
  return /^[a-z][a-z0-9+.-]*:.*[/#:]/i.test(prefix) ? prefix : undefined;
}

/** The only matching part of the text, if the pattern is about the whole text. */
function* within(text: string, pattern: string, flags: string, found: readonly Edit[]): Iterable<Edit> {
  if (found.length > 0 || flags.includes('q')) return;
  const whole = topLevelAlternatives(pattern).map((each) => /^\^(.*(?<!\\))\$$/su.exec(each)?.[1]);
  if (whole.includes(undefined)) return;
  const reading = compileRegex(whole.join('|'), flags);
  if (reading.kind === 'illFormed' || reading.mayBacktrack(text.length) !== undefined) return;
  const parts = [...text.matchAll(new RegExp(reading.regex.source, `${reading.regex.flags}g`))];
  const [only] = parts;
  // A match that merely cuts off an adjacent letter or digit does not count.
  if (only === undefined || parts.length > 1 || only[0].length < leastPart) return;
  const before = text.slice(0, only.index);
  const after = text.slice(only.index + only[0].length);
  if (/[\p{L}\p{N}]$/u.test(before) || /^[\p{L}\p{N}]/u.test(after)) return;
  yield { text: only[0], evidence: 'the part of it that matches', isForm: false };
}

/** A code without the separators that a pattern has between parts of fixed lengths: 2049-3630 for 20493630. */
function* grouped(text: string, pattern: string, flags: string, found: readonly Edit[]): Iterable<Edit> {
  // What is optional may be there, too.
  const whole = pattern.replace(/\((?:\?:)?([^()|]*)\)\?/g, '$1');
  const tokens = /^\^(.+)\$$/.exec(whole)?.[1]?.match(/\\.|\[[^\]]*\]|\{\d+\}|./gu) ?? [];
  const least = /\p{L}/u.test(text) ? leastWithLetters : leastCode;
  if (flags !== '' || text.length < least || tokens.some((token) => /^[()*+?|{}.^$]$/.test(token))) return;
  for (const separator of separatorCharacters) {
    const isSeparator = (token: string) => token === separator || token === `\\${separator}`;
    if (text.includes(separator) || !tokens.some(isSeparator)) continue;
    const parts = tokens.map((token) => (isSeparator(token) ? ')(' : token)).join('');
    const reading = compileRegex(`^(${parts})$`, flags);
    const match = reading.kind === 'illFormed' ? null : reading.regex.exec(text);
    const written = match?.slice(1).join(separator);
    if (written === undefined || found.some((edit) => edit.text === written)) continue;
    yield {
      text: written,
      evidence: `with "${separator}" between its parts`,
      // Superfluous characters are as likely as an optional part without its sign.
      isForm: whole === pattern,
    };
  }
}

/** Shorter ends are one letter away from many others. */
const leastSlip = 5;

/** Shorter numbers may be numbers. */
const leastCode = 7;
const leastWithLetters = 4;

const leastPart = 3;
