import type { TextRange } from './textRange.ts';

/** A part of a text that was replaced: the range in the old text, and how long the new part is (UTF-16 units). */
export interface TextChange extends TextRange {
  readonly length: number;
}

/** One change that has the effect of two, the second of which is about the text after the first. */
export function composeTextChanges(first: TextChange, second: TextChange): TextChange {
  const firstEnd = first.start + first.length;
  const end = Math.max(firstEnd, second.end);
  const start = Math.min(first.start, second.start);
  return {
    start,
    end: first.end + end - firstEnd,
    length: end - start + second.length - (second.end - second.start),
  };
}
