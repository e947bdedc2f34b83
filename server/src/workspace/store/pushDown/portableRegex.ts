/**
 * A regular expression that accepts the same texts of printable ASCII characters in XPath, PCRE and other dialects as an
 * sh:pattern does here; undefined where that is not certain. Flags, Unicode, lookaround and back-references are not.
 */
export function portableRegex(pattern: string, flags: string): string | undefined {
  if (flags !== '') return undefined;
  let portable = '';
  for (let rest = pattern; rest !== ''; ) {
    const token = tokenAt(rest);
    if (token === undefined) return undefined;
    portable += token.portable;
    rest = rest.slice(token.length);
  }
  return portable;
}

/** Printable ASCII. */
const first = 0x20;
const last = 0x7e;

interface Token {
  readonly length: number;
  readonly portable: string;
}

function tokenAt(rest: string): Token | undefined {
  const same = /^(?:\((?!\?)|[)|^$.]|(?:[*+?]|\{\d{1,3}(?:,\d{0,3})?\})(?![?+*{]))/.exec(rest);
  if (same) return { length: same[0].length, portable: same[0] };
  if (rest.startsWith('[')) return classAt(rest);
  const member = memberAt(rest);
  if (member === undefined) return undefined;
  return { length: member.length, portable: classText(member.codes) };
}

interface Member {
  readonly length: number;
  readonly codes: readonly number[];
}

/** A character, or an escape for one or several. */
function memberAt(rest: string): Member | undefined {
  const escaped = /^\\(?:x([0-9a-fA-F]{2})|([dws])|([^A-Za-z0-9]))/.exec(rest);
  if (escaped) {
    const [{ length }, hex, set, sign] = escaped;
    if (set !== undefined) return { length, codes: codesOf((text) => sets[set]!.test(text)) };
    return printable(length, hex === undefined ? sign!.charCodeAt(0) : Number.parseInt(hex, 16));
  }
  return /^[^\\[\](){}*+?|^$.]/.test(rest) ? printable(1, rest.charCodeAt(0)) : undefined;
}

const sets: Readonly<Record<string, RegExp>> = { d: /[0-9]/, w: /[A-Za-z0-9_]/, s: / / };

function printable(length: number, code: number): Member | undefined {
  return code >= first && code <= last ? { length, codes: [code] } : undefined;
}

function classAt(text: string): Token | undefined {
  const isComplement = text.startsWith('[^');
  const codes = new Set<number>();
  let position = isComplement ? 2 : 1;
  while (position < text.length && text[position] !== ']') {
    const from = classMemberAt(text.slice(position));
    if (from === undefined) return undefined;
    position += from.length;
    const isRange = text[position] === '-' && text[position + 1] !== ']';
    const to = isRange ? classMemberAt(text.slice(position + 1)) : undefined;
    if (!isRange) for (const code of from.codes) codes.add(code);
    else if (to === undefined || from.codes.length > 1 || to.codes.length > 1) return undefined;
    else {
      for (let code = from.codes[0]!; code <= to.codes[0]!; code++) codes.add(code);
      position += 1 + to.length;
    }
  }
  if (position >= text.length) return undefined;
  const chosen = codesOf((_, code) => codes.has(code) !== isComplement);
  return chosen.length === 0 ? undefined : { length: position + 1, portable: classText(chosen) };
}

/** Inside a class, most signs stand for themselves. */
function classMemberAt(rest: string): Member | undefined {
  return /^[(){}*+?|^$.]/.test(rest) ? printable(1, rest.charCodeAt(0)) : memberAt(rest);
}

function codesOf(isChosen: (text: string, code: number) => boolean): readonly number[] {
  const codes = Array.from({ length: last - first + 1 }, (_, i) => first + i);
  return codes.filter((code) => isChosen(String.fromCharCode(code), code));
}

/** Characters as a class, in ranges. */
function classText(codes: readonly number[]): string {
  const ranges: [number, number][] = [];
  for (const code of codes) {
    const range = ranges.at(-1);
    if (range !== undefined && range[1] === code - 1) range[1] = code;
    else ranges.push([code, code]);
  }
  return `[${ranges.map(([from, to]) => (from === to ? sign(from) : `${sign(from)}-${sign(to)}`)).join('')}]`;
}

function sign(code: number): string {
  return String.fromCharCode(code).replace(/[\\[\]^-]/, '\\$&');
}
