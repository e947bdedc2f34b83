import { characterClasses, hexDigit, notInIri } from './characters.ts';
import { excerpt } from './sourceText.ts';
import type { TurtleSyntaxError } from './syntaxError.ts';

/** Resolves the escapes of a string. */
export function unescapeText(text: string): string {
  return text.replace(/\\(?:u([0-9A-Fa-f]{4})|U([0-9A-Fa-f]{8})|([\s\S]))/g, (_, short, long, character) =>
    character === undefined
      ? String.fromCodePoint(Number.parseInt(short ?? long, 16))
      : (controls[character] ?? character),
  );
}

/** Resolves the escapes of a local name. */
export function unescapeLocal(text: string): string {
  return text.replace(/\\(.)/g, '$1');
}

const controls: Readonly<Record<string, string>> = { t: '\t', b: '\b', n: '\n', r: '\r', f: '\f' };

export function isHex(codes: Uint16Array, at: number, count: number): boolean {
  for (let i = at; i < at + count; i++) if ((characterClasses[codes[i]!]! & hexDigit) === 0) return false;
  return true;
}

/** The code point of the \u or \U escape at the offset; undefined when it is malformed or not a character. */
function escapedCodePoint(codes: Uint16Array, at: number): number | undefined {
  const digits = codes[at + 1]! === 0x75 ? 4 : codes[at + 1]! === 0x55 ? 8 : 0;
  if (digits === 0 || !isHex(codes, at + 2, digits)) return undefined;
  const value = Number.parseInt(String.fromCharCode(...codes.subarray(at + 2, at + 2 + digits)), 16);
  return value > 0x10ffff || (value >= 0xd800 && value <= 0xdfff) ? undefined : value;
}

/** The length of the escape at an offset of a string, 0 when it is malformed. */
export function stringEscapeLength(codes: Uint16Array, at: number): number {
  const code = codes[at + 1]!;
  if (code === 0x75 || code === 0x55) {
    return escapedCodePoint(codes, at) === undefined ? 0 : code === 0x75 ? 6 : 10;
  }
  return code !== 0 && 'tbnrf"\'\\'.includes(String.fromCharCode(code)) ? 2 : 0;
}

/**
 * The length of the escape at an offset of an IRI, 0 when it is malformed or stands for a character that no IRI may
 * contain.
 */
export function iriEscapeLength(codes: Uint16Array, at: number): number {
  const value = escapedCodePoint(codes, at);
  if (value === undefined || (value < 0x10000 && (characterClasses[value]! & notInIri) !== 0)) return 0;
  return codes[at + 1]! === 0x75 ? 6 : 10;
}

export function escapeProblem(text: string, at: number): TurtleSyntaxError {
  const marker = text[at + 1] ?? '';
  const hex = marker === 'u' || marker === 'U';
  const digits = hex
    ? (/^[0-9A-Fa-f]{0,8}/.exec(text.slice(at + 2, at + (marker === 'u' ? 6 : 10)))?.[0] ?? '')
    : '';
  const end = Math.min(at + 2 + digits.length, text.length);
  const message = hex
    ? `${excerpt(text.slice(at, end))} is not a character. Write \\u with four or \\U with eight hexadecimal digits.`
    : `${excerpt(text.slice(at, end))} is not an escape sequence. Write '\\\\' for a backslash.`;
  return { range: { start: at, end }, message };
}

export function iriProblem(text: string, at: number, close: number): TurtleSyntaxError {
  const code = text.charCodeAt(at);
  if (code === 0x5c) {
    const end = Math.min(at + 2, close);
    return {
      range: { start: at, end },
      message: `An IRI can't hold ${excerpt(text.slice(at, end))}. Only \\u and \\U escapes of characters that an IRI may hold are allowed.`,
    };
  }
  const name = code <= 0x20 ? 'white space' : `'${text[at]}'`;
  const encoded = encodeURIComponent(text[at]!);
  return {
    range: { start: at, end: at + 1 },
    message: `An IRI can't hold ${name}. Remove it or write ${encoded}.`,
  };
}

/**
 * The place in a written string that holds a character of its value. Escapes are longer than what they stand for.
 *
 * @param token the string as it is written, with its quotes.
 * @param offset in the value, in UTF-16 units.
 * @returns the offset in the token; that of the closing quotes for the end of the value.
 */
export function offsetInString(token: string, offset: number): number {
  const quotes = /^(?:"""|'''|"|')/.exec(token)?.[0].length ?? 0;
  let at = quotes;
  for (let left = offset; left > 0 && at < token.length - quotes; ) {
    const escaped = /^\\(?:u[0-9A-Fa-f]{4}|U[0-9A-Fa-f]{8}|[\s\S])/.exec(token.slice(at, at + 10))?.[0];
    at += escaped?.length ?? 1;
    left -= escaped?.[1] === 'U' && Number.parseInt(escaped.slice(2), 16) > 0xffff ? 2 : 1;
  }
  return at;
}
