import type { TurtleSyntaxError } from './syntaxError.ts';

/**
 * Where halves of surrogate pairs stand alone between two offsets: editors can hold them, but they are no characters
 * and no file can store them.
 * @param codes the units of the text.
 */
export function loneSurrogates(codes: Uint16Array, start: number, end: number): readonly number[] {
  const found: number[] = [];
  for (let i = start; i < end; i++) {
    const code = codes[i]!;
    if ((code & 0xf800) !== 0xd800) continue;
    if (code < 0xdc00 && (codes[i + 1]! & 0xfc00) === 0xdc00) i++;
    else found.push(i);
  }
  return found;
}

/** What is told about the half of a surrogate pair at an offset of a text. */
export function loneSurrogateError(text: string, offset: number): TurtleSyntaxError {
  const code = text.charCodeAt(offset).toString(16).toUpperCase();
  return {
    range: { start: offset, end: offset + 1 },
    message: `Half of a character (U+${code}) can't be saved: remove it.`,
  };
}
