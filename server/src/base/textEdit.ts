import type { TextRange } from './textRange.ts';

/** Replaces `range` by `newText`. An empty range inserts. */
export interface OffsetEdit {
  readonly range: TextRange;
  readonly newText: string;
}

/**
 * The text after all edits. They refer to the original text and must not overlap; insertions at the same offset keep
 * their order.
 *
 * @throws RangeError when two edits overlap.
 */
export function applyEdits(text: string, edits: readonly OffsetEdit[]): string {
  const sorted = [...edits].sort((a, b) => a.range.start - b.range.start || a.range.end - b.range.end);
  let result = '';
  let position = 0;
  for (const { range, newText } of sorted) {
    if (range.start < position) throw new RangeError(`edits overlap at offset ${range.start}`);
    result += text.slice(position, range.start) + newText;
    position = range.end;
  }
  return result + text.slice(position);
}
