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

/** Where a range of the old text is in the new one. What was replaced is in the new part, as far as that reaches. */
export function rangeAfter({ start, end }: TextRange, change: TextChange): TextRange {
  const after = (offset: number) => {
    if (offset <= change.start) return offset;
    if (offset >= change.end) return offset + change.length - (change.end - change.start);
    return Math.min(offset, change.start + change.length);
  };
  return { start: after(start), end: after(end) };
}

/** Where an offset of the new text was in the old one; undefined inside of the new part. */
export function offsetBefore(offset: number, { start, end, length }: TextChange): number | undefined {
  if (offset <= start) return offset;
  return offset >= start + length ? offset - length + (end - start) : undefined;
}
