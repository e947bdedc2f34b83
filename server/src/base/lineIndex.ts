/** A place in a text as editors count it: 0-based line and UTF-16 column. */
export interface Position {
  readonly line: number;
  readonly character: number;
}

/** Converts between offsets and positions. Lines end at LF, CRLF or CR, as in the language server protocol. */
export class LineIndex {
  readonly #starts: readonly number[];
  readonly #length: number;

  constructor(text: string) {
    const starts = [0];
    for (let i = 0; i < text.length; i++) {
      const code = text.charCodeAt(i);
      if (code === 13 && text.charCodeAt(i + 1) === 10) i++;
      if (code === 10 || code === 13) starts.push(i + 1);
    }
    this.#starts = starts;
    this.#length = text.length;
  }

  get lineCount(): number {
    return this.#starts.length;
  }

  positionAt(offset: number): Position {
    let low = 0;
    let high = this.#starts.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (this.#starts[middle]! <= offset) low = middle;
      else high = middle - 1;
    }
    return { line: low, character: offset - this.#starts[low]! };
  }

  /** The offset of a position; positions past the end of a line or text are clamped. */
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
}
