import type { TextEdit } from '../../base/textEdit.ts';
import { statementRange } from '../syntaxTree.ts';
import type { TurtleDocument } from '../turtleDocument.ts';
import { formatDocument } from './formatDocument.ts';
import { type FormatItem, readFormatItems } from './formatItems.ts';
import type { FormatOptions } from './formatOptions.ts';

/**
 * The edits after a dot was typed: those that format the statement that it ends. None where the dot may become part of
 * a number or name.
 *
 * @param offset behind the dot.
 */
export function editsAfterDot(
  document: TurtleDocument,
  offset: number,
  options: FormatOptions,
): readonly TextEdit[] {
  if (!/[\s>"'\])]\.$/.test(document.text.slice(Math.max(0, offset - 2), offset))) return [];
  const ordinal = document.ordinalBefore(offset - 1);
  if (ordinal < 0) return [];
  const range = statementRange(document.statement(ordinal));
  return range.end === offset ? formatDocument(document, options, range) : [];
}

/**
 * The edits after a line was started: those that format the statement that ended on the line before, or else those
 * that indent the line.
 *
 * @param offset on the new line.
 */
export function editsAfterLineBreak(
  document: TurtleDocument,
  offset: number,
  options: FormatOptions,
): readonly TextEdit[] {
  const { text, lines } = document;
  const { line } = lines.positionAt(offset);
  const lineStart = lines.lineStart(line);
  const ordinal = document.ordinalBefore(lineStart - 1);
  if (ordinal < 0) return [];
  const range = statementRange(document.statement(ordinal));
  const items = readFormatItems(text, range.start, lineStart);
  const tokens = items.filter(({ kind }) => kind !== 'comment');
  if (range.end <= lineStart) {
    const endsOnLineBefore = lines.positionAt(range.end).line === line - 1;
    if (endsOnLineBefore && tokens.at(-1)?.kind === '.') return formatDocument(document, options, range);
  }
  const last = items.at(-1);
  // The line may be one of a string.
  if (!last || last.end > lineStart || tokens.at(-1)?.kind === '.') return [];
  const end = lineStart + /^[ \t]*/.exec(text.slice(lineStart, lineStart + maxIndent))![0].length;
  const newText = indentAfter(document, tokens, text[end], options.indent);
  return text.slice(lineStart, end) === newText ? [] : [{ range: { start: lineStart, end }, newText }];
}

/** Nobody indents further. */
const maxIndent = 1000;

/** @param next the first character of the line. */
function indentAfter(
  { text, lines }: TurtleDocument,
  tokens: readonly FormatItem[],
  next: string | undefined,
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
  const outer = /^[ \t]*/.exec(text.slice(lineStart, lineStart + maxIndent))![0];
  return next === ']' || next === ')' ? outer : outer + step + more;
}
