import type { TextEdit } from '../../../base/textEdit.ts';
import type { FormatItem } from './formatItems.ts';

/**
 * Collects the edits of what stands between tokens. Tokens and comments that stay are passed by `keep`, in the order of
 * the text; what is written between two of them replaces what was there.
 */
export class GapWriter {
  readonly edits: TextEdit[] = [];
  /** The column, in UTF-16 units, of what is written next. */
  column = 0;
  /** The indentation of the line that is being written. */
  lineIndent = '';
  /** The number of lines that were started. */
  line = 0;
  readonly #text: string;
  readonly #lineBreak: string;
  #position: number;
  #gap = '';
  /** Blank lines that come with the next line break. */
  #blankLines = 0;
  /** True until something of the text was kept or skipped. */
  #isAtStart: boolean = true;

  constructor(text: string, lineBreak: string, from: number) {
    this.#text = text;
    this.#lineBreak = lineBreak;
    this.#position = from;
  }

  /** Writes text on the current line. */
  write(text: string): void {
    this.#gap += text;
    this.#isAtStart = false;
    this.column += text.length;
  }

  /** @param breaks the number of line breaks that are in the text at this place; the second and further are blank lines. */
  addBlankLines(breaks: number): void {
    if (breaks > 1) this.#blankLines += breaks - 1;
  }

  /** Starts a line, behind the blank lines that have been added. The start of the text needs no line break. */
  startLine(indent: string): void {
    this.#gap += this.#isAtStart ? indent : this.#lineBreak.repeat(this.#blankLines + 1) + indent;
    this.#blankLines = 0;
    this.column = indent.length;
    this.lineIndent = indent;
    this.line++;
  }

  /** Goes past a token or comment, which stays. */
  keep({ start, end, isMultiline }: FormatItem): void {
    this.#endGap(start);
    this.#position = end;
    this.#isAtStart = false;
    this.column += end - start;
    if (!isMultiline) return;
    const kept = this.#text.slice(start, end);
    this.column = kept.length - Math.max(kept.lastIndexOf('\n'), kept.lastIndexOf('\r')) - 1;
  }

  /** Goes on at an offset, and leaves all before it as it is. */
  skipTo(offset: number): void {
    this.#position = offset;
    this.#gap = '';
    this.#blankLines = 0;
    this.#isAtStart = false;
    this.column = 0;
    this.lineIndent = '';
  }

  /** Replaces the text up to an offset by what was written. */
  endReplaced(end: number): void {
    this.#endGap(end);
    this.#position = end;
    this.#isAtStart = false;
  }

  /** Ends the text with a line break. */
  endText(): void {
    this.#gap = this.#lineBreak;
    this.#endGap(this.#text.length);
  }

  #endGap(end: number): void {
    const start = this.#position;
    const after = this.#gap;
    this.#gap = '';
    if (end - start === after.length && this.#text.startsWith(after, start)) return;
    const before = this.#text.slice(start, end);
    // An edit that begins or ends inside a CRLF would be changed by editors.
    let head = 0;
    let tail = 0;
    if (!before.includes('\r') && !after.includes('\r')) {
      const shorter = Math.min(before.length, after.length);
      while (head < shorter && before[head] === after[head]) head++;
      while (tail < shorter - head && before.at(-1 - tail) === after.at(-1 - tail)) tail++;
    }
    const range = { start: start + head, end: end - tail };
    this.edits.push({ range, newText: after.slice(head, after.length - tail) });
  }
}
