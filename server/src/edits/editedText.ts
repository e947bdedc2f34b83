import type { TextEdit } from '../base/textEdit.ts';

/** A stretch of the text: taken over from the original, or written by an edit. */
type Piece =
  | { readonly kind: 'kept'; readonly start: number; readonly end: number }
  | { readonly kind: 'written'; readonly text: string };

/** A text that is edited again and again and remembers how it differs from what it was. Immutable. */
export class EditedText {
  readonly original: string;
  readonly #pieces: readonly Piece[];

  constructor(
    original: string,
    pieces: readonly Piece[] = [{ kind: 'kept', start: 0, end: original.length }],
  ) {
    this.original = original;
    this.#pieces = pieces;
  }

  /** The text after more edits, which refer to the text as it is now and do not overlap. */
  edited(edits: readonly TextEdit[]): EditedText {
    const backwards = [...edits]
      .reverse()
      .sort((a, b) => b.range.start - a.range.start || b.range.end - a.range.end);
    let pieces = this.#pieces;
    for (const { range, newText } of backwards) {
      pieces = [
        ...cut(pieces, 0, range.start),
        { kind: 'written', text: newText },
        ...cut(pieces, range.end, Number.POSITIVE_INFINITY),
      ];
    }
    return new EditedText(this.original, pieces);
  }

  get text(): string {
    return this.#pieces
      .map((piece) => (piece.kind === 'kept' ? this.original.slice(piece.start, piece.end) : piece.text))
      .join('');
  }

  /** The edits that lead from the original to the text as it is now, in order. */
  get edits(): readonly TextEdit[] {
    const edits: TextEdit[] = [];
    let position = 0;
    let newText = '';
    const flush = (end: number) => {
      if (newText !== '' || end > position) edits.push({ range: { start: position, end }, newText });
      newText = '';
    };
    for (const piece of this.#pieces) {
      if (piece.kind === 'written') newText += piece.text;
      else {
        flush(piece.start);
        position = piece.end;
      }
    }
    flush(this.original.length);
    return edits;
  }
}

/** The pieces between two offsets of the text that they make up. */
function cut(pieces: readonly Piece[], start: number, end: number): readonly Piece[] {
  const result: Piece[] = [];
  let offset = 0;
  for (const piece of pieces) {
    const length = piece.kind === 'kept' ? piece.end - piece.start : piece.text.length;
    const from = Math.max(0, start - offset);
    const to = Math.min(length, end - offset);
    offset += length;
    if (from >= to) continue;
    result.push(
      piece.kind === 'kept'
        ? { kind: 'kept', start: piece.start + from, end: piece.start + to }
        : { kind: 'written', text: piece.text.slice(from, to) },
    );
  }
  return result;
}
