import { applyEdits, type OffsetEdit } from '../../../base/textEdit.ts';
import type { TurtleDocument } from '../turtleDocument.ts';

/**
 * The edits of a document, in order, with those of each statement as one where there are very many: editors apply a
 * hundred thousand small edits one by one.
 */
export function joinEdits(document: TurtleDocument, edits: readonly OffsetEdit[]): readonly OffsetEdit[] {
  if (edits.length <= mostSmallEdits) return edits;
  const joined: OffsetEdit[] = [];
  let first = 0;
  while (first < edits.length) {
    const ordinal = document.ordinalBefore(edits[first]!.range.start);
    const end =
      ordinal + 1 < document.statementCount ? document.statement(ordinal + 1).start : document.rope.length;
    let next = first + 1;
    while (next < edits.length && edits[next]!.range.end <= end) next++;
    joined.push(asOneEdit(document, edits.slice(first, next)));
    first = next;
  }
  return joined;
}

const mostSmallEdits = 5000;

/**
 * One edit that does what several do.
 *
 * @param edits at least one, in order.
 */
export function asOneEdit({ rope }: TurtleDocument, edits: readonly OffsetEdit[]): OffsetEdit {
  if (edits.length === 1) return edits[0]!;
  const { start } = edits[0]!.range;
  const { end } = edits.at(-1)!.range;
  const within = edits.map(({ range, newText }) => ({
    range: { start: range.start - start, end: range.end - start },
    newText,
  }));
  return { range: { start, end }, newText: applyEdits(rope.slice(start, end), within) };
}
