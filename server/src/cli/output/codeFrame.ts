import type { Position } from '../../base/lineIndex.ts';
import { type Excerpt, maxMarkedLines } from '../../service/report/excerpt.ts';
import { printable } from './style.ts';

/** A range with the lines around it. */
export interface FramedPlace {
  readonly start: Position;
  readonly end: Position;
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
/** How many times the room is looked at on either side of the mark, as some characters take no column. */
const looksAround = 5;

/** One character as the terminal shows it. */
interface Cell {
  readonly text: string;
  readonly width: number;
  /** In the line, in UTF-16 code units. */
  readonly offset: number;
}

function isBefore(a: Position, b: Position): boolean {
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

/** The column to start at, so that a mark at `column` is seen with what stands before it. */
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
