import type { TurtleSyntaxError } from './syntaxError.ts';

/** Halves of surrogate pairs: editors can hold them, but they are no characters and no file can store them. */
export function loneSurrogates(text: string): readonly TurtleSyntaxError[] {
  return [...text.matchAll(/\p{Surrogate}/gu)].map(({ 0: half, index }) => ({
    range: { start: index, end: index + 1 },
    message: `Half of a character (U+${half.charCodeAt(0).toString(16).toUpperCase()}) can't be saved: remove it.`,
  }));
}
