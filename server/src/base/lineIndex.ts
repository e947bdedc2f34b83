import { type ReadableText, Rope } from './rope.ts';

/** A position in a text as editors count it: 0-based line and UTF-16 column. */
export interface TextPosition {
  readonly line: number;
  readonly character: number;
}

/** Converts between offsets and positions. Lines end at LF, CRLF or CR, as in the Language Server Protocol. */
export class LineIndex {
  readonly #rope: Rope;
  /** How many lines end before each piece of the text, followed by how many end in all of it. */
  readonly #before: Int32Array;

  constructor(text: string | Rope) {
    const rope = typeof text === 'string' ? Rope.of(text) : text;
    const { pieces } = rope;
    this.#rope = rope;
    this.#before = new Int32Array(pieces.length + 1);
    for (let i = 0; i < pieces.length; i++) {
      this.#before[i + 1] = this.#before[i]! + pieces[i]!.lineStarts.length;
    }
  }

  get lineCount(): number {
    return this.#before[this.#rope.pieces.length]! + 1;
  }

  positionAt(offset: number): TextPosition {
    const { pieces, starts } = this.#rope;
    const piece = this.#rope.pieceAt(offset);
    const lineStarts = pieces[piece]?.lineStarts ?? noStarts;
    const before = countUpTo(lineStarts, offset - starts[piece]!);
    const line = this.#before[piece]! + before;
    const start = before > 0 ? starts[piece]! + lineStarts[before - 1]! : this.lineStart(line);
    return { line, character: offset - start };
  }

  /** The offset of a position. Positions past the end of a line or of the text are clamped. */
  offsetAt({ line, character }: TextPosition): number {
    return Math.min(this.lineStart(line) + character, this.lineStart(line + 1));
  }

  /** The offset at which a 0-based line starts; the length of the text when there are fewer lines. */
  lineStart(line: number): number {
    if (line <= 0) return 0;
    if (line >= this.lineCount) return this.#rope.length;
    const piece = countUpTo(this.#before, line - 1) - 1;
    const { pieces, starts } = this.#rope;
    return starts[piece]! + pieces[piece]!.lineStarts[line - 1 - this.#before[piece]!]!;
  }
}

const noStarts = new Uint16Array();

/** How many of some sorted numbers do not exceed a limit. */
function countUpTo(sorted: Int32Array | Uint16Array, limit: number): number {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (sorted[middle]! <= limit) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The line break that a text uses: CRLF where it has any. */
export function lineBreakOf(text: ReadableText): '\r\n' | '\n' {
  return text.indexOf('\r\n', 0) >= 0 ? '\r\n' : '\n';
}
