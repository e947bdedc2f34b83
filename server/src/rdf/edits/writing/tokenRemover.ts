import type { ReadableText } from '../../../base/rope.ts';
import type { TextRange } from '../../../base/textRange.ts';
import type { TurtleDocument } from '../../turtle/turtleDocument.ts';
import type { EditCollector } from '../editCollector.ts';
import type { Layout } from './layout.ts';
import { hasLineEnd, type Trivia } from './trivia.ts';

/** Two tokens that stay, with only removed tokens between them. */
export interface Gap {
  /** The end of the token before. */
  readonly start: number;
  /** The start of the token after. */
  readonly end: number;
  /** True when the token before opens something: a subject, a verb, an opening bracket. */
  readonly opens: boolean;
  /** True when the token after closes something: a separator, a closing bracket, the dot. */
  readonly closes: boolean;
}

/** Removes tokens from a text and keeps the comments between them. */
export class TokenRemover {
  readonly #text: ReadableText;
  readonly #trivia: Trivia;
  readonly #layout: Layout;
  readonly #edits: EditCollector;

  constructor({ rope }: TurtleDocument, trivia: Trivia, layout: Layout, edits: EditCollector) {
    this.#text = rope;
    this.#trivia = trivia;
    this.#layout = layout;
    this.#edits = edits;
  }

  /** Removes all tokens of a gap. Only one of the white spaces around them stays. */
  clear(gap: Gap): void {
    const comments = this.#trivia.commentsIn(gap);
    if (comments.length === 0) this.#clearPlain(gap);
    else this.#clearAround(gap, comments);
  }

  /** Removes all tokens up to the end of a statement that now ends before its first comment. */
  clearTail({ start, end }: TextRange): void {
    const position = this.#clearUpToLastComment(start, this.#trivia.commentsIn({ start, end }));
    const comment = this.#trivia.commentAfter(end);
    if (comment) this.#edits.remove({ start: this.#trivia.skipForward(position), end: comment.start });
    else this.#edits.remove({ start: position, end: this.#trivia.skipBlanks(end) });
  }

  /** Removes a whole statement, and lines that contain nothing else. */
  clearStatement(statement: TextRange): void {
    const { start, end } = statement;
    const comments = this.#trivia.commentsIn(statement);
    const comment = this.#trivia.commentAfter(end);
    const lineEnd = this.#trivia.lineEnd(end);
    const next = this.#trivia.skipForward(end);
    if (comments.length > 0) this.#clearCommentedStatement(statement, comments);
    else if (comment) this.#edits.remove({ start, end: comment.start });
    else if (next < lineEnd) this.#edits.remove({ start, end: next });
    else if (this.#trivia.startsLine(start)) {
      this.#clearLines({ start: this.#trivia.lineStart(start), end: this.#trivia.nextLine(end) });
    } else this.#edits.remove({ start: this.#trivia.skipBackward(start), end: lineEnd });
  }

  /** Removes lines, and the blank lines on one side of them. */
  #clearLines({ start, end }: TextRange): void {
    const text = this.#text;
    const before = this.#blankLinesBefore(start);
    const after = this.#blankLinesAfter(end);
    if (after < text.length) {
      this.#edits.remove({ start, end: before === this.#trivia.textStart || before < start ? after : end });
      return;
    }
    // At the end of the file, the line end before the statement is removed if the file does not end with one.
    const first = /[\r\n]/.test(text.slice(text.length - 1, text.length))
      ? before
      : this.#trivia.spaceStart(start);
    this.#edits.remove({ start: first, end: text.length });
  }

  /** Where the blank lines before a line start. */
  #blankLinesBefore(lineStart: number): number {
    let first = lineStart;
    while (first > this.#trivia.textStart) {
      const previous = this.#trivia.lineStart(
        first - (this.#text.slice(first - 2, first) === '\r\n' ? 2 : 1),
      );
      if (this.#text.slice(previous, first).trim() !== '') break;
      first = previous;
    }
    return first;
  }

  /** Where the blank lines from a line on end. */
  #blankLinesAfter(lineStart: number): number {
    let last = lineStart;
    while (last < this.#text.length) {
      const next = this.#trivia.nextLine(last);
      if (this.#text.slice(last, next).trim() !== '') break;
      last = next;
    }
    return last;
  }

  #clearCommentedStatement({ start, end }: TextRange, comments: readonly TextRange[]): void {
    const lineBreak = this.#layout.eol + this.#trivia.indentAt(start);
    let position = start;
    for (const comment of comments) {
      this.#edits.replace({ start: position, end: comment.start }, position === start ? '' : lineBreak);
      position = comment.end;
    }
    const next = this.#trivia.commentAfter(end)?.start ?? this.#trivia.skipForward(end);
    const endsLine = hasLineEnd(this.#text.slice(end, next)) || next === this.#text.length;
    // Spaces at the end of the line would become part of the comment.
    if (endsLine) this.#edits.remove({ start: position, end: this.#trivia.skipBlanks(end) });
    else this.#edits.replace({ start: position, end: next }, lineBreak);
  }

  #clearPlain({ start, end, opens, closes }: Gap): void {
    const first = this.#trivia.skipForward(start);
    const last = this.#trivia.skipBackward(end);
    const keepsFirst = !closes && (opens || this.#breaksLine(start, first) || !this.#breaksLine(last, end));
    if (opens && closes && /[\])]/.test(this.#text.slice(end, end + 1))) this.#edits.remove({ start, end });
    else this.#edits.remove(keepsFirst ? { start: first, end } : { start, end: last });
  }

  /** Removes the tokens before, between and after comments so that every comment still ends its line. */
  #clearAround({ start, end }: Gap, comments: readonly TextRange[]): void {
    const position = this.#clearUpToLastComment(start, comments);
    const first = this.#trivia.skipForward(position);
    if (first >= end) return;
    const last = this.#trivia.skipBackward(end);
    if (this.#breaksLine(last, end)) this.#edits.remove({ start: position, end: last });
    else this.#edits.remove({ start: first, end });
  }

  /** Returns the end of the last comment. */
  #clearUpToLastComment(start: number, comments: readonly TextRange[]): number {
    let position = start;
    const removed = this.#trivia.skipForward(start);
    // Comments that were nested deeper lose the extra indentation.
    const indent = this.#trivia.startsLine(removed) ? this.#trivia.indentAt(removed) : undefined;
    for (const comment of comments) {
      const first = this.#trivia.skipForward(position);
      const space = { start: position, end: first };
      if (first < comment.start) this.#clearBefore(comment, space, position > start, indent);
      else if (removed < position) {
        const surplus = this.#surplus(this.#text.slice(position, comment.start), indent);
        this.#edits.remove({ start: comment.start - surplus, end: comment.start });
      }
      position = comment.end;
    }
    return position;
  }

  /** How much deeper than `indent` the last line of the white space is indented. */
  #surplus(space: string, indent: string | undefined): number {
    if (indent === undefined || !hasLineEnd(space)) return 0;
    const own = /[ \t]*$/.exec(space)![0];
    return own.startsWith(indent) ? own.length - indent.length : 0;
  }

  /**
   * Removes the tokens before a comment. The comment stays on the line of the previous token only if it was there
   * before. On a line of its own it is indented by at most `indent`, if given.
   */
  #clearBefore(comment: TextRange, space: TextRange, afterComment: boolean, indent?: string): void {
    const isKept = afterComment || this.#breaksLine(space.start, space.end);
    const lines = this.#text.slice(space.end, comment.start).match(/(?:\r\n|\n|\r)[ \t]*/g);
    const line = isKept ? undefined : lines?.at(-1);
    if (line !== undefined) {
      const surplus = this.#surplus(line, indent);
      this.#edits.replace({ start: space.start, end: comment.start }, line.slice(0, line.length - surplus));
      return;
    }
    const kept = this.#text.slice(space.start, space.end);
    const surplus = this.#surplus(kept, indent);
    this.#edits.replace({ start: space.end - surplus, end: comment.start }, kept === '' ? ' ' : '');
  }

  #breaksLine(start: number, end: number): boolean {
    return hasLineEnd(this.#text.slice(start, end));
  }
}
