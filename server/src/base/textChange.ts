import type { TextRange } from './textRange.ts';

/** A replaced part of a text: the range in the old text and the length of the new part, in UTF-16 units. */
export interface TextChange extends TextRange {
  readonly length: number;
}

/** Combines two changes into one. The second refers to the text after the first. */
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
