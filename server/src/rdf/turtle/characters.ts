/**
 * The character classes of the Turtle grammar as bits, looked up by UTF-16 code unit. Characters beyond the Basic
 * Multilingual Plane are two units; `isPair` tells whether they are letters.
 */

/** PN_CHARS_BASE: may start a prefix or a bare word. */
export const letter = 1;
/** PN_CHARS: may continue a prefix, a label or a local name. */
export const nameCharacter = 2;
/** May start a local name without an escape: PN_CHARS_U, digits and `:`. */
export const localStart = 4;
/** May continue a local name without an escape: PN_CHARS and `:`. */
export const localCharacter = 8;
export const digit = 16;
export const hexDigit = 32;
export const whiteSpace = 64;
/** Not allowed in `<…>`: control characters, space, `<>"{}|^` and the grave accent. The backslash starts an escape. */
export const notInIri = 128;

export const characterClasses: Readonly<Uint8Array> = classify();

const localEscapes = new Set([..."_~.-!$&'()*+,;=/?#@%"].map((character) => character.charCodeAt(0)));

/** True for characters that a local name may contain after a backslash. */
export function isLocalEscape(code: number): boolean {
  return localEscapes.has(code);
}

/** True when the two units at the index are a character of PN_CHARS_BASE: U+10000 to U+EFFFF. */
export function isPair(codes: Uint16Array, index: number): boolean {
  const high = codes[index]!;
  if (high < 0xd800 || high > 0xdb7f) return false;
  const low = codes[index + 1]!;
  return low >= 0xdc00 && low <= 0xdfff;
}

/** The UTF-16 units of a text, followed by some zeros. Iterating over them is faster than over the string. */
export function charCodes(text: string): Uint16Array {
  const codes = new Uint16Array(text.length + 4);
  for (let i = 0; i < text.length; i++) codes[i] = text.charCodeAt(i);
  return codes;
}

function classify(): Uint8Array {
  const table = new Uint8Array(0x10000);
  const mark = (bits: number, ...ranges: readonly (readonly [first: number, last: number])[]) => {
    for (const [first, last] of ranges) for (let code = first; code <= last; code++) table[code]! |= bits;
  };
  const anywhere = nameCharacter | localCharacter;
  const capitals = [0x41, 0x5a] as const;
  const smalls = [0x61, 0x7a] as const;
  const digits = [0x30, 0x39] as const;
  mark(
    letter | localStart | anywhere,
    capitals,
    smalls,
    [0xc0, 0xd6],
    [0xd8, 0xf6],
    [0xf8, 0x2ff],
    [0x370, 0x37d],
    [0x37f, 0x1fff],
    [0x200c, 0x200d],
    [0x2070, 0x218f],
    [0x2c00, 0x2fef],
    [0x3001, 0xd7ff],
    [0xf900, 0xfdcf],
    [0xfdf0, 0xfffd],
  );
  mark(localStart | anywhere, digits, [0x5f, 0x5f]);
  mark(anywhere, [0x2d, 0x2d], [0xb7, 0xb7], [0x300, 0x36f], [0x203f, 0x2040]);
  mark(localStart | localCharacter, [0x3a, 0x3a]);
  mark(digit, digits);
  mark(hexDigit, digits, [0x41, 0x46], [0x61, 0x66]);
  mark(whiteSpace, [0x09, 0x0a], [0x0d, 0x0d], [0x20, 0x20]);
  mark(notInIri, [0x00, 0x20]);
  for (const character of '<>"{}|^`\\') table[character.charCodeAt(0)]! |= notInIri;
  return table;
}

/** The result of scanning a string from its opening delimiter. */
export interface StringScan {
  /** Where the opening delimiter starts. */
  readonly start: number;
  /** Where the closing delimiter starts; where scanning stopped when there is none. */
  readonly stop: number;
  readonly closed: boolean;
  /** The last backslash, -1 when there is none. */
  readonly lastEscape: number;
  /** The backslashes that start no valid escape, in order. */
  readonly badEscapes: readonly number[];
}

/**
 * Caches string scans. After an error, the same quotes are scanned again from a later one, as in `\"a \"b \"c`, where
 * each one may open a string that runs to the end of the line. A quote inside a scanned string that opens a string
 * itself has the same end: no escape spans an unescaped quote, so both scans coincide right after it.
 */
export class StringScans {
  readonly #last: (StringScan | undefined)[] = [];

  clear(): void {
    this.#last.length = 0;
  }

  /** The last scan that determines how to read a string whose delimiter, of `quotes` quotes, starts at an offset. */
  find(quote: number, quotes: number, start: number): StringScan | undefined {
    const scan = this.#last[slotOf(quote, quotes)];
    return scan !== undefined && scan.start <= start && start + quotes <= scan.stop ? scan : undefined;
  }

  add(quote: number, quotes: number, scan: StringScan): void {
    this.#last[slotOf(quote, quotes)] = scan;
  }
}

/** The first of a scan's bad escapes from an offset on. */
export function badEscapeFrom({ badEscapes }: StringScan, offset: number): number | undefined {
  let low = 0;
  let high = badEscapes.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (badEscapes[middle]! < offset) low = middle + 1;
    else high = middle;
  }
  return badEscapes[low];
}

function slotOf(quote: number, quotes: number): number {
  return (quote === 0x22 ? 0 : 1) + (quotes === 1 ? 0 : 2);
}
