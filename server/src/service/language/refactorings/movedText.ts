import type { TextRange } from '../../../base/textRange.ts';
import type { TurtleDocument } from '../../../rdf/turtle/turtleDocument.ts';

/** The text between brackets, or after a subject, in the form in which it is written elsewhere. */
export interface MovedText {
  readonly text: string;
  /** Whether it has several lines. Then the first one is indented, too. */
  readonly isLong: boolean;
  readonly endsInComment: boolean;
}

/**
 * The text of a range of a document below a line with some indentation, with its comments and without a semicolon at its
 * end. Lines keep their relative indentation, and their absolute one if any is inside a string.
 */
export function reindented(document: TurtleDocument, range: TextRange, indent: string): MovedText {
  const raw = document.text.slice(range.start, range.end);
  const start = range.start + raw.length - raw.trimStart().length;
  const end = range.end - raw.length + raw.trimEnd().length;
  const endsInComment = document.comments.some((each) => each.start < end && each.end >= end);
  const whole = document.text.slice(start, end);
  const text = endsInComment ? whole : whole.replace(/\s*;$/, '');
  const lines = text.split(/\r\n|\n|\r/);
  const isLong = lines.length > 1 || endsInComment;
  if (!isLong) return { text, isLong, endsInComment };
  const unit = `${indent}  `;
  if (/"""|'''/.test(text)) return { text: unit + text, isLong, endsInComment };
  const indents = lines
    .slice(1)
    .filter((line) => line.trim() !== '')
    .map((line) => /^[ \t]*/.exec(line)![0]);
  const least = indents.length === 0 ? '' : indents.reduce((a, b) => (b.length < a.length ? b : a));
  const moved = lines.map((line, i) => {
    if (i === 0) return unit + line;
    return line.trim() === ''
      ? ''
      : unit + (line.startsWith(least) ? line.slice(least.length) : line.trimStart());
  });
  return { text: moved.join(eolOf(document)), isLong, endsInComment };
}

/** The line ends of a document. */
export function eolOf({ text }: TurtleDocument): string {
  return /\r\n|\n|\r/.exec(text)?.[0] ?? '\n';
}
