import { jsonText } from '../../base/jsonText.ts';
import type { TextPosition } from '../../base/lineIndex.ts';
import type { TextRange } from '../../base/textRange.ts';
import type { TurtleDocument } from '../../rdf/turtle/turtleDocument.ts';
import {
  type Excerpt,
  excerptOf,
  maxMarkedLines,
  placeText as placeIn,
} from '../../service/report/excerpt.ts';
import type { CommandIo, Output } from '../io.ts';
import { displayPath } from './paths.ts';
import { printable, type Style, styleFor } from './style.ts';

/** How texts for people are printed on one output. */
export interface Printer {
  readonly style: Style;
  readonly width: number;
  readonly cwd: string;
}

export function printerFor(output: Output, { env, cwd }: CommandIo): Printer {
  // Long lines are cropped even if the width is not known.
  return { style: styleFor(output, env), width: output.columns ?? 120, cwd };
}

/** `units.ttl:47:24`, which terminals turn into a link. */
export function placeText(printer: Printer, document: TurtleDocument, offset: number): string {
  return positionText(printer, document.uri, document.lines.positionAt(offset));
}

/** The same for a position. */
export function positionText({ cwd }: Printer, uri: string, position: TextPosition): string {
  return placeIn(displayPath(cwd, uri), position);
}

export function frameText(
  printer: Printer,
  { lines, rope }: TurtleDocument,
  range: TextRange,
  mark: (text: string) => string,
): readonly string[] {
  const start = lines.positionAt(range.start);
  const end = lines.positionAt(range.end);
  return placeFrame(printer, { start, end, excerpt: excerptOf({ lines, rope }, start, end) }, mark);
}

/** The same for a place of which the lines are known. */
export function placeFrame(
  { style, width }: Printer,
  place: FramedPlace,
  mark: (text: string) => string,
): readonly string[] {
  return codeFrame(place, { width, mark, rule: style.dim });
}

/** Prints a long text piece by piece, so that it is never in memory as a whole. */
export async function printPieces(
  output: Pick<Output, 'write' | 'drained'>,
  pieces: Iterable<string>,
): Promise<void> {
  let part = '';
  for (const piece of pieces) {
    part += piece;
    if (part.length < partLength) continue;
    output.write(part);
    part = '';
    await output.drained();
  }
  output.write(part);
}

const partLength = 64 * 1024;

/** Prints a value as JSON, generating the lists in it while printing. */
export function printJson({ stdout }: Pick<CommandIo, 'stdout'>, value: unknown): Promise<void> {
  return printPieces(stdout, jsonText(value));
}

/** Blocks of lines with an empty line between them. */
export function paragraphs(blocks: Iterable<readonly string[]>): string {
  return [...paragraphPieces(blocks)].join('');
}

/** The same, block by block. */
export function* paragraphPieces(blocks: Iterable<readonly string[]>): Iterable<string> {
  let separator = '';
  for (const lines of blocks) {
    if (lines.length === 0) continue;
    yield separator + lines.join('\n');
    separator = '\n\n';
  }
  if (separator !== '') yield '\n';
}

/** A range with the lines around it. */
interface FramedPlace {
  readonly start: TextPosition;
  readonly end: TextPosition;
  readonly excerpt: Excerpt;
}

export interface FrameOptions {
  /** How many columns a line may take. */
  readonly width: number;
  /** Colours what is marked. */
  readonly mark: (text: string) => string;
  /** Colours line numbers and the rule. */
  readonly rule: (text: string) => string;
}

/**
 * The lines around a range, with line numbers and a squiggle under the range. Long lines are cropped around it, long
 * ranges after a few lines.
 */
export function codeFrame(
  { excerpt, start, end: given }: FramedPlace,
  { width, mark, rule }: FrameOptions,
): readonly string[] {
  const end = isBefore(given, start) ? start : given;
  const lastMarked = Math.min(end.line, start.line + maxMarkedLines - 1);
  const first = excerpt.first;
  const last = Math.min(excerpt.lineCount - 1, lastMarked + (lastMarked < end.line ? 0 : 1));
  const lineText = (line: number) => excerpt.lines[line - first] ?? '';
  const gutter = String(last + 1).length;
  const prefix = (label: string) => rule(` ${label.padStart(gutter)} |`);
  const room = Math.max(minWidth, width - gutter - 4);

  // A line may be as long as the file, so only the part near the mark is looked at.
  const near = Math.max(0, start.character - looksAround * room);
  const behind = start.character + looksAround * room;
  const cellsIn = (line: number) => cellsOf(lineText(line).slice(near, behind), near);
  const markStart = cellsIn(start.line).filter(({ offset }) => offset < start.character);
  const from = cropStart(widthOf(markStart), room);
  const frame: string[] = [];
  for (let line = first; line <= last; line++) {
    const cells = cellsIn(line);
    const isMarked = line >= start.line && line <= lastMarked;
    if (!isMarked && cells.length === 0) continue;
    const shown = crop(cells, from, room, {
      before: near > 0,
      after: lineText(line).length > behind,
    });
    frame.push(`${prefix(String(line + 1))} ${textOf(shown.cells, shown.before, shown.after)}`.trimEnd());
    if (!isMarked) continue;
    const markFrom = line === start.line ? start.character : indentation(cells);
    const markTo = line === end.line ? end.character : Number.POSITIVE_INFINITY;
    const lead = widthOf(shown.cells.filter(({ offset }) => offset < markFrom)) + (shown.before ? 1 : 0);
    const marked = widthOf(shown.cells.filter(({ offset }) => offset >= markFrom && offset < markTo));
    frame.push(`${prefix('')} ${' '.repeat(lead)}${mark('^'.repeat(Math.max(1, marked)))}`);
  }
  if (lastMarked < end.line) frame.push(`${prefix('')} …`);
  return frame;
}

const minWidth = 40;
/** How many times the room is examined on either side of the mark, because some characters take no column. */
const looksAround = 5;

/** One character as the terminal shows it. */
interface Cell {
  readonly text: string;
  readonly width: number;
  /** In the line, in UTF-16 code units. */
  readonly offset: number;
}

function isBefore(a: TextPosition, b: TextPosition): boolean {
  return a.line < b.line || (a.line === b.line && a.character < b.character);
}

/** @param from where in its line the text starts. */
function cellsOf(text: string, from: number): readonly Cell[] {
  let offset = from;
  return [...text].map((character) => {
    const isPlain = character >= ' ' && character <= '~';
    const text = isPlain ? character : printable(character);
    const width = isPlain ? 1 : text === character ? columnsOf(character) : text.length;
    const cell: Cell = { text, width, offset };
    offset += character.length;
    return cell;
  });
}

/** Combining characters take no column, East Asian wide ones and emoji two. */
function columnsOf(character: string): 0 | 1 | 2 {
  if (character < '\u0300') return 1;
  if (/^(?:\p{M}|\u200c|\u200d)$/u.test(character)) return 0;
  return /^(?:\p{Emoji_Presentation}|[\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6]|[\u{20000}-\u{3fffd}])$/u.test(
    character,
  )
    ? 2
    : 1;
}

function widthOf(cells: readonly Cell[]): number {
  return cells.reduce((sum, { width }) => sum + width, 0);
}

function indentation(cells: readonly Cell[]): number {
  return cells.find(({ text }) => text.trim() !== '')?.offset ?? 0;
}

/** The column to start at, so that a mark at `column` is visible together with the text before it. */
function cropStart(column: number, room: number): number {
  return column < room * 0.6 ? 0 : column - Math.floor(room * 0.3);
}

/** @param more whether the line has text before and after the cells. */
function crop(
  cells: readonly Cell[],
  from: number,
  room: number,
  more: { readonly before: boolean; readonly after: boolean },
) {
  const shown: Cell[] = [];
  let column = 0;
  let end = 0;
  for (const cell of cells) {
    if (column >= from && end + cell.width <= room - 2) {
      shown.push(cell);
      end += cell.width;
    } else if (column >= from) break;
    column += cell.width;
  }
  const last = shown.at(-1);
  return {
    cells: shown,
    before: (from > 0 || more.before) && shown.length > 0,
    after: last !== undefined && (last !== cells.at(-1) || more.after),
  };
}

function textOf(cells: readonly Cell[], before: boolean, after: boolean): string {
  return `${before ? '…' : ''}${cells.map(({ text }) => text).join('')}${after ? '…' : ''}`;
}

/** A command of this program as a POSIX shell reads it. Line breaks and control characters are escaped as for display. */
export function commandText(args: readonly string[]): string {
  const words = args.map((arg) =>
    /^[\w./:@%+=,-]+$/.test(arg) ? arg : `"${arg.replaceAll(/["$`\\]/g, '\\$&')}"`,
  );
  return printable(`'shacl-repair ${words.join(' ')}'`);
}
