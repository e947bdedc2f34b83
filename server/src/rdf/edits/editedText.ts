import type { OffsetEdit } from '../../base/textEdit.ts';

/** A piece of the text: copied from the original, or written by an edit. */
type Piece =
  | { readonly kind: 'kept'; readonly start: number; readonly end: number }
  | { readonly kind: 'written'; readonly text: string };

/** A text that is edited repeatedly and tracks how it differs from the original. Immutable. */
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

  /** The text after more edits, which refer to its current state and must not overlap. */
  edited(edits: readonly OffsetEdit[]): EditedText {
    const inOrder = [...edits].sort((a, b) => a.range.start - b.range.start || a.range.end - b.range.end);
    const pieces: Piece[] = [];
    const rest = new Cursor(this.#pieces);
    for (const { range, newText } of inOrder) {
      pieces.push(...rest.upTo(range.start), { kind: 'written', text: newText });
      rest.upTo(range.end);
    }
    pieces.push(...rest.upTo(Number.POSITIVE_INFINITY));
    return new EditedText(this.original, pieces);
  }

  get text(): string {
    return this.#pieces
      .map((piece) => (piece.kind === 'kept' ? this.original.slice(piece.start, piece.end) : piece.text))
      .join('');
  }

  /** The edits that lead from the original to the current text, in order. */
  get edits(): readonly OffsetEdit[] {
    const edits: OffsetEdit[] = [];
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

/** Iterates over pieces once, by offsets in the text that they make up. */
class Cursor {
  readonly #pieces: readonly Piece[];
  #next = 0;
  /** Where the next piece starts. */
  #start = 0;
  #offset = 0;

  constructor(pieces: readonly Piece[]) {
    this.#pieces = pieces;
  }

  /** The pieces between the last offset and this one. */
  upTo(end: number): readonly Piece[] {
    const passed: Piece[] = [];
    for (; this.#next < this.#pieces.length && this.#start < end; this.#next++) {
      const piece = this.#pieces[this.#next]!;
      const length = piece.kind === 'kept' ? piece.end - piece.start : piece.text.length;
      const from = Math.max(0, this.#offset - this.#start);
      const to = Math.min(length, end - this.#start);
      if (from < to) passed.push(part(piece, from, to));
      if (this.#start + length > end) break;
      this.#start += length;
    }
    this.#offset = Math.max(this.#offset, end);
    return passed;
  }
}

function part(piece: Piece, from: number, to: number): Piece {
  return piece.kind === 'kept'
    ? { kind: 'kept', start: piece.start + from, end: piece.start + to }
    : { kind: 'written', text: piece.text.slice(from, to) };
}
