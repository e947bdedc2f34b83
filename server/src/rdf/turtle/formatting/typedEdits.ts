import type { Rope } from '../../../base/rope.ts';
import type { OffsetEdit } from '../../../base/textEdit.ts';
import type { TextRange } from '../../../base/textRange.ts';
import { statementRange } from '../syntaxTree.ts';
import type { TurtleDocument } from '../turtleDocument.ts';
import { formatDocument } from './formatDocument.ts';
import { type FormatItem, readFormatItems } from './formatItems.ts';
import type { FormatOptions } from './formatOptions.ts';

/**
 * The edits after a dot was typed: those that format the statement that it ends. None where the dot may become part of
 * a number or name.
 *
 * @param offset after the dot.
 */
export function editsAfterDot(
  document: TurtleDocument,
  offset: number,
  options: FormatOptions,
): readonly OffsetEdit[] {
  if (!/[\s>"'\])]\.$/.test(document.rope.slice(Math.max(0, offset - 2), offset))) return [];
  const ordinal = document.ordinalBefore(offset - 1);
  if (ordinal < 0) return [];
  const range = statementRange(document.statement(ordinal));
  return range.end === offset ? formatDocument(document, options, range) : [];
}

/**
 * The edits after a line was started: those that format the statement that ended on the line before, or else those
 * that indent the line. None in other formats than Turtle.
 *
 * @param offset on the new line.
 */
export function editsAfterLineBreak(
  document: TurtleDocument,
  offset: number,
  options: FormatOptions,
): readonly OffsetEdit[] {
  if (document.format) return [];
  const { rope, lines } = document;
  const { line } = lines.positionAt(offset);
  const lineStart = lines.lineStart(line);
  const ordinal = document.ordinalBefore(lineStart - 1);
  if (ordinal < 0) return [];
  const range = statementRange(document.statement(ordinal));
  const items = itemsBefore(lineStart, rope, range);
  const tokens = items.filter(({ kind }) => kind !== 'comment');
  if (range.end <= lineStart) {
    const endsOnLineBefore = lines.positionAt(range.end).line === line - 1;
    if (endsOnLineBefore && tokens.at(-1)?.kind === '.') return formatDocument(document, options, range);
  }
  const last = items.at(-1);
  // The line may be one of a string.
  if (!last || last.end > lineStart || tokens.at(-1)?.kind === '.') return [];
  const indent = indentAt(rope, lineStart);
  const end = lineStart + indent.length;
  const newText = indentAfter(document, tokens, rope.slice(end, end + 1), options.indent);
  return indent === newText ? [] : [{ range: { start: lineStart, end }, newText }];
}

/** The tokens and comments of a statement that start before an offset. */
function itemsBefore(offset: number, rope: Rope, { start, end }: TextRange): readonly FormatItem[] {
  const text = rope.slice(start, Math.max(end, offset));
  return readFormatItems(text, 0, offset - start).map((item) => ({
    ...item,
    start: start + item.start,
    end: start + item.end,
  }));
}

function indentAt(rope: Rope, lineStart: number): string {
  return /^[ \t]*/.exec(rope.slice(lineStart, lineStart + maxIndent))![0];
}

/** Nobody indents further. */
const maxIndent = 1000;

/** @param next the first character of the line. */
function indentAfter(
  { rope, lines }: TurtleDocument,
  tokens: readonly FormatItem[],
  next: string,
  step: string,
): string {
  const open: FormatItem[] = [];
  for (const token of tokens) {
    if (token.kind === '[' || token.kind === '(') open.push(token);
    else if (token.kind === ']' || token.kind === ')') open.pop();
  }
  const bracket = open.at(-1);
  const more = tokens.at(-1)?.kind === ',' ? step : '';
  if (bracket === undefined) return step + more;
  const lineStart = lines.lineStart(lines.positionAt(bracket.start).line);
  const outer = indentAt(rope, lineStart);
  return next === ']' || next === ')' ? outer : outer + step + more;
}
