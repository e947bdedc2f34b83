import type { TextChange } from './textChange.ts';

/** A position in a text as editors count it: 0-based line and UTF-16 column. */
export interface Position {
  readonly line: number;
  readonly character: number;
}

/** Converts between offsets and positions. Lines end at LF, CRLF or CR, as in the Language Server Protocol. */
export class LineIndex {
  readonly #starts: Int32Array;
  readonly #length: number;

  /** @param starts for `changed` only: where the lines start. */
  constructor(text: string, starts: Int32Array = Int32Array.from([0, ...lineStarts(text, 0, text.length)])) {
    this.#starts = starts;
    this.#length = text.length;
  }

  /** The index of the text after a change. */
  changed(text: string, { start, end, length }: TextChange): LineIndex {
    const before = this.#starts;
    // The character before the change may have become the first half of a CRLF, or may no longer be.
    const from = Math.max(start - 1, 0);
    const kept = Math.max(this.#firstLineFrom(start), 1);
    const found = lineStarts(text, from, start + length);
    const shift = length - (end - start);
    let next = this.#firstLineFrom(end + 1);
    if (next < before.length && before[next]! + shift === found.at(-1)) next++;
    const starts = new Int32Array(kept + found.length + before.length - next);
    starts.set(before.subarray(0, kept));
    starts.set(found, kept);
    for (let line = next, to = kept + found.length; line < before.length; line++, to++) {
      starts[to] = before[line]! + shift;
    }
    return new LineIndex(text, starts);
  }

  get lineCount(): number {
    return this.#starts.length;
  }

  positionAt(offset: number): Position {
    const line = this.#firstLineFrom(offset + 1) - 1;
    return { line, character: offset - this.#starts[line]! };
  }

  /** The offset of a position. Positions past the end of a line or of the text are clamped. */
  offsetAt({ line, character }: Position): number {
    if (line >= this.#starts.length) return this.#length;
    const start = this.#starts[line]!;
    const end = this.#starts[line + 1] ?? this.#length;
    return Math.min(start + character, end);
  }

  /** The offset at which a 0-based line starts. */
  lineStart(line: number): number {
    return this.#starts[line] ?? this.#length;
  }

  /** The first line that starts at or after an offset. */
  #firstLineFrom(offset: number): number {
    let low = 0;
    let high = this.#starts.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.#starts[middle]! < offset) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}

/** The starts of the lines whose preceding line ends begin between two offsets. */
function lineStarts(text: string, from: number, to: number): readonly number[] {
  const starts: number[] = [];
  // Searches a slice, because a search without a match runs to the end of the text.
  const piece = text.slice(from, to + 1);
  let lineFeed = piece.indexOf('\n');
  let carriageReturn = piece.indexOf('\r');
  for (;;) {
    const isReturn = carriageReturn >= 0 && (lineFeed < 0 || carriageReturn < lineFeed);
    const lineEnd = isReturn ? carriageReturn : lineFeed;
    if (lineEnd < 0 || from + lineEnd >= to) return starts;
    const next = isReturn && lineFeed === lineEnd + 1 ? lineEnd + 2 : lineEnd + 1;
    starts.push(from + next);
    if (isReturn) carriageReturn = piece.indexOf('\r', next);
    if (lineFeed >= 0 && lineFeed < next) lineFeed = piece.indexOf('\n', next);
  }
}
