import type { LineIndex } from '../../../base/lineIndex.ts';
import type { ReadableText } from '../../../base/rope.ts';
import type { TextRange } from '../../../base/textRange.ts';
import type { TurtleDocument } from '../../turtle/turtleDocument.ts';

/** Finds white space and comments of a document by offset. */
export class Trivia {
  readonly #text: ReadableText;
  readonly #comments: readonly TextRange[];
  readonly #lines: () => LineIndex;

  #moved: readonly TextRange[] = [];

  constructor(document: TurtleDocument) {
    this.#text = document.rope;
    this.#comments = document.comments;
    this.#lines = () => document.lines;
  }

  /** Sets the text that moves elsewhere, with its comments. */
  setMoved(ranges: readonly TextRange[]): void {
    this.#moved = ranges;
  }

  /** The comments that start in the range, except those in moved text that lies wholly inside it. */
  commentsIn({ start, end }: TextRange): readonly TextRange[] {
    const first = this.#firstFrom(start);
    let last = first;
    while (last < this.#comments.length && this.#comments[last]!.start < end) last++;
    const moved = this.#moved.filter((range) => start <= range.start && range.end <= end);
    return this.#comments
      .slice(first, last)
      .filter((comment) => !moved.some((range) => range.start <= comment.start && comment.end <= range.end));
  }

  /** The comment after an offset, if only spaces and tabs are in between. */
  commentAfter(offset: number): TextRange | undefined {
    const comment = this.#comments[this.#firstFrom(offset)];
    return comment && /^[ \t]*$/.test(this.#text.slice(offset, comment.start)) ? comment : undefined;
  }

  /** The offset of the first token at or after an offset. */
  skipForward(offset: number): number {
    let position = offset;
    let next = this.#firstFrom(offset);
    for (;;) {
      while (position < this.#text.length && isSpace(this.#text.charCodeAt(position))) position++;
      const comment = this.#comments[next];
      if (comment?.start !== position) return position;
      position = comment.end;
      next++;
    }
  }

  /** The end of the last token before an offset. */
  skipBackward(offset: number): number {
    let position = offset;
    let previous = this.#firstFrom(offset) - 1;
    for (;;) {
      while (position > 0 && isSpace(this.#text.charCodeAt(position - 1))) position--;
      const comment = this.#comments[previous];
      if (comment?.end !== position) return position;
      position = comment.start;
      previous--;
    }
  }

  /** The offset after the spaces and tabs at an offset. */
  skipBlanks(offset: number): number {
    let position = offset;
    while (isBlank(this.#text.charCodeAt(position))) position++;
    return position;
  }

  /** The offset after the byte order mark, if there is one. */
  get textStart(): number {
    return this.#text.charCodeAt(0) === 0xfeff ? 1 : 0;
  }

  /** The start of the white space before an offset. */
  spaceStart(offset: number): number {
    let start = offset;
    while (start > this.textStart && isSpace(this.#text.charCodeAt(start - 1))) start--;
    return start;
  }

  lineStart(offset: number): number {
    if (offset <= this.textStart || isLineEnd(this.#text.charCodeAt(offset - 1))) return offset;
    const lines = this.#lines();
    return Math.max(this.textStart, lines.lineStart(lines.positionAt(offset).line));
  }

  /** The end of the line at an offset, before its line end. */
  lineEnd(offset: number): number {
    if (offset >= this.#text.length || isLineEnd(this.#text.charCodeAt(offset))) return offset;
    const lines = this.#lines();
    const { line } = lines.positionAt(offset);
    if (line + 1 === lines.lineCount) return this.#text.length;
    const next = lines.lineStart(line + 1);
    return this.#text.slice(next - 2, next) === '\r\n' ? next - 2 : next - 1;
  }

  /** The start of the next line, or the end of the text. */
  nextLine(offset: number): number {
    const end = this.lineEnd(offset);
    return end + (/^(\r\n|\n|\r)/.exec(this.#text.slice(end, end + 2))?.[0].length ?? 0);
  }

  /** The white space at the start of the line at an offset. */
  indentAt(offset: number): string {
    return /^[ \t]*/.exec(this.#text.slice(this.lineStart(offset), offset))![0];
  }

  /** The text on the line before an offset. */
  lineUpTo(offset: number): string {
    return this.#text.slice(this.lineStart(offset), offset);
  }

  /** True when only white space precedes the offset on its line. */
  startsLine(offset: number): boolean {
    const start = this.lineStart(offset);
    let position = offset;
    while (position > start && /\s/.test(this.#text.slice(position - 1, position))) position--;
    return position === start;
  }

  /** The white space of a range without tokens, without its comments and blank lines. */
  spaceIn({ start, end }: TextRange): string {
    let space = '';
    let position = start;
    for (const comment of this.commentsIn({ start, end })) {
      space += this.#text.slice(position, comment.start).trimEnd();
      position = comment.end;
    }
    space += this.#text.slice(position, end);
    return space.replace(/^[^\r\n]*(?:\r\n|\r|\n)(?:[ \t]*(?:\r\n|\r|\n))*/, (lines) =>
      lines.endsWith('\r\n') ? '\r\n' : lines.slice(-1),
    );
  }

  #firstFrom(offset: number): number {
    let low = 0;
    let high = this.#comments.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.#comments[middle]!.start < offset) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}

/** True when the text spans more than one line. */
export function hasLineEnd(text: string): boolean {
  return /[\r\n]/.test(text);
}

function isBlank(code: number): boolean {
  return code === 32 || code === 9;
}

function isSpace(code: number): boolean {
  return code === 32 || code === 9 || code === 10 || code === 13;
}

function isLineEnd(code: number): boolean {
  return code === 10 || code === 13;
}
