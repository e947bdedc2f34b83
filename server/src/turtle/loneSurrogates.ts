import type { TurtleSyntaxError } from './syntaxError.ts';

/**
 * Halves of surrogate pairs: editors can hold them, but they are no characters and no file can store them.
 * @param codes the text as `charCodes` gives it.
 */
export function loneSurrogates(codes: Uint16Array): readonly TurtleSyntaxError[] {
  const errors: TurtleSyntaxError[] = [];
  for (let i = 0; i < codes.length; i++) {
    const code = codes[i]!;
    if ((code & 0xf800) !== 0xd800) continue;
    if (code < 0xdc00 && (codes[i + 1]! & 0xfc00) === 0xdc00) {
      i++;
      continue;
    }
    errors.push({
      range: { start: i, end: i + 1 },
      message: `Half of a character (U+${code.toString(16).toUpperCase()}) can't be saved: remove it.`,
    });
  }
  return errors;
}
