import { copyString } from './copyString.ts';
import type { TextRange } from './textRange.ts';
import { UserError } from './userError.ts';

/** How a text is read without being one string. Strings can be read in this way, too. */
export interface ReadableText {
  /** In UTF-16 units. */
  readonly length: number;
  /** NaN outside the text. */
  charCodeAt(offset: number): number;
  slice(start: number, end: number): string;
  /** The offset of the first occurrence that starts at or after an offset; -1 when there is none. */
  indexOf(part: string, from: number): number;
}

/**
 * A text in pieces, so that a small edit of a large text is cheap: the new text shares all pieces but those at the edit.
 * Immutable. All offsets are in UTF-16 units.
 */
export class Rope implements ReadableText {
  /** In order. None of them is empty, none that is in memory is longer than `longest`, and none ends within a CRLF. */
  readonly pieces: readonly Piece[];
  /** The offset at which each piece starts, followed by the length of the text: stored texts may have more than 31 bits. */
  readonly starts: Float64Array;
  #whole: string | undefined;

  private constructor(pieces: readonly Piece[], whole?: string) {
    this.pieces = pieces;
    this.starts = new Float64Array(pieces.length + 1);
    let start = 0;
    for (let i = 0; i < pieces.length; i++) {
      start += pieces[i]!.length;
      this.starts[i + 1] = start;
    }
    this.#whole = whole;
  }

  static of(text: string): Rope {
    return new Rope(piecesOf(text), text);
  }

  /** A text whose pieces are given: none of them is empty or ends within a CRLF. */
  static ofPieces(pieces: readonly Piece[]): Rope {
    return new Rope(pieces);
  }

  get length(): number {
    return this.starts[this.pieces.length]!;
  }

  /**
   * The text with a range of it replaced.
   *
   * @throws RangeError when the range is not inside of the text.
   */
  replaced({ start, end }: TextRange, newText: string): Rope {
    if (start < 0 || end < start || end > this.length) {
      throw new RangeError(`${start} to ${end} is not a range of ${this.length} units`);
    }
    const { pieces, starts } = this;
    let first = this.pieceAt(start);
    let next = this.pieceAt(end);
    const head = pieces[first]?.text.slice(0, start - starts[first]!) ?? '';
    const tail = pieces[next]?.text.slice(end - starts[next]!) ?? '';
    let text = head + newText + tail;
    next++;
    while (next < pieces.length && (text.length < shortest || isCrLf(text, pieces[next]!.text))) {
      text += pieces[next++]!.text;
    }
    while (first > 0 && (text.length < shortest || isCrLf(pieces[first - 1]!.text, text))) {
      text = pieces[--first]!.text + text;
    }
    const after = [...pieces.slice(0, first), ...piecesOf(text), ...pieces.slice(next)];
    detachSome(after);
    return new Rope(after);
  }

  /** Whether another text is the same. Takes no time for pieces that both share. */
  equals(other: Rope): boolean {
    if (this.length !== other.length) return false;
    let mine = 0;
    let its = 0;
    for (let offset = 0; offset < this.length; ) {
      const end = Math.min(this.starts[mine + 1]!, other.starts[its + 1]!);
      const a = this.pieces[mine]!;
      const b = other.pieces[its]!;
      const [from, itsFrom] = [offset - this.starts[mine]!, offset - other.starts[its]!];
      const length = end - offset;
      const isSame =
        (a === b && from === itsFrom) ||
        a.text.slice(from, from + length) === b.text.slice(itsFrom, itsFrom + length);
      if (!isSame) return false;
      if (end === this.starts[mine + 1]) mine++;
      if (end === other.starts[its + 1]) its++;
      offset = end;
    }
    return true;
  }

  /** How many units are in pieces that both texts share, at the start and at the end. */
  sharedEnds(other: Rope): { readonly head: number; readonly tail: number } {
    const most = Math.min(this.pieces.length, other.pieces.length);
    let head = 0;
    while (head < most && this.pieces[head] === other.pieces[head]) head++;
    let tail = 0;
    while (tail < most && this.pieces.at(-1 - tail) === other.pieces.at(-1 - tail)) tail++;
    return { head: this.starts[head]!, tail: this.length - this.starts[this.pieces.length - tail]! };
  }

  charCodeAt(offset: number): number {
    const piece = this.pieceAt(offset);
    return this.pieces[piece]?.text.charCodeAt(offset - this.starts[piece]!) ?? Number.NaN;
  }

  slice(start: number, end: number = this.length): string {
    const { pieces, starts } = this;
    let result = '';
    for (let i = this.pieceAt(start); i < pieces.length && starts[i]! < end; i++) {
      const from = Math.max(start - starts[i]!, 0);
      result += pieces[i]!.text.slice(from, end - starts[i]!);
    }
    return result;
  }

  indexOf(part: string, from = 0): number {
    const { pieces, starts } = this;
    const overlap = part.length - 1;
    for (let i = this.pieceAt(from); i < pieces.length; i++) {
      const start = starts[i]!;
      const end = starts[i + 1]!;
      const inside = pieces[i]!.text.indexOf(part, Math.max(from - start, 0));
      if (inside >= 0) return start + inside;
      const border = Math.max(end - overlap, from, start);
      const across = this.slice(border, end + overlap).indexOf(part);
      if (across >= 0) return border + across;
    }
    return part === '' ? Math.min(from, this.length) : -1;
  }

  /** The number of the piece with an offset; that of the last piece at the end of the text, 0 when there is none. */
  pieceAt(offset: number): number {
    const { starts } = this;
    let low = 0;
    let high = this.pieces.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (starts[middle]! <= offset) low = middle;
      else high = middle - 1;
    }
    return low;
  }

  /**
   * The whole text. It is put together when it is first asked for, which takes time in proportion to its length.
   * @throws UserError when it is longer than a string can be.
   */
  toString(): string {
    if (this.#whole === undefined) {
      this.#whole = joined(this.pieces.map(({ text }) => text));
      // From now on the pieces are parts of the whole, so that memory does not hold the text twice.
      for (const [i, piece] of this.pieces.entries()) piece.moveTo(this.#whole, this.starts[i]!);
    }
    return this.#whole;
  }
}

function joined(texts: readonly string[]): string {
  try {
    return texts.join('');
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    throw new UserError(
      'The file is too large for this operation, which needs the whole text at once. Split the file.',
    );
  }
}

/** A part of a text, with what was found out about it. Versions of a text share their pieces. */
export interface Piece {
  readonly text: string;
  readonly length: number;
  /** The offsets after the line ends of the piece, in order. Lines end at LF, CRLF or CR. */
  readonly lineStarts: Uint16Array;
  /** Keeps the text, if it is in memory, as a part of a larger string that contains it. */
  moveTo(whole: string, start: number): void;
  /** Copies the text if it is a part of a larger string; false if it is not. */
  detach(): boolean;
}

/** A piece that is held in memory. */
class HeldPiece implements Piece {
  #text: string;
  /** Whether the text is a part of a larger string, which it keeps in memory. */
  #isPart: boolean;
  #lineStarts: Uint16Array | undefined;

  constructor(text: string, isPart: boolean) {
    this.#text = text;
    this.#isPart = isPart;
  }

  get text(): string {
    return this.#text;
  }

  get length(): number {
    return this.#text.length;
  }

  get lineStarts(): Uint16Array {
    this.#lineStarts ??= lineStartsOf(this.#text);
    return this.#lineStarts;
  }

  moveTo(whole: string, start: number): void {
    this.#text = whole.slice(start, start + this.#text.length);
    this.#isPart = true;
  }

  detach(): boolean {
    if (!this.#isPart) return false;
    this.#text = copyString(this.#text);
    this.#isPart = false;
    return true;
  }
}

/** The length of the pieces that a long text is cut into. */
const usual = 8192;

/** Pieces do not get longer, because each edit copies one. */
const longest = 2 * usual;

/** Shorter pieces are joined with a neighbour if there is one. */
const shortest = usual / 4;

/**
 * Copies some of the pieces that are parts of a whole text. Without that, a text that is edited here and there would keep
 * its first version in memory, and each new piece beside it. Only some, because copying all of a large text takes longer
 * than an edit may; so the whole is released after some edits.
 */
function detachSome(pieces: readonly Piece[]): void {
  let count = 0;
  for (const piece of pieces) {
    if (piece.detach() && ++count === detachedAtOnce) return;
  }
}

/** 256,000 characters, which take about 0.1 ms to copy. */
const detachedAtOnce = 32;

function piecesOf(text: string): readonly Piece[] {
  if (text === '') return [];
  if (text.length <= longest) return [new HeldPiece(text, true)];
  const count = Math.ceil(text.length / usual);
  const pieces: Piece[] = [];
  let start = 0;
  for (let i = 1; i <= count; i++) {
    let end = Math.floor((text.length * i) / count);
    if (text[end - 1] === '\r' && text[end] === '\n') end++;
    pieces.push(new HeldPiece(text.slice(start, end), true));
    start = end;
  }
  return pieces;
}

function isCrLf(before: string, after: string): boolean {
  return before.endsWith('\r') && after.startsWith('\n');
}

/** The offsets after the line ends of a text of at most 65,535 units. */
export function lineStartsOf(text: string): Uint16Array {
  const starts: number[] = [];
  let lineFeed = text.indexOf('\n');
  let carriageReturn = text.indexOf('\r');
  while (lineFeed >= 0 || carriageReturn >= 0) {
    const isReturn = carriageReturn >= 0 && (lineFeed < 0 || carriageReturn < lineFeed);
    const lineEnd = isReturn ? carriageReturn : lineFeed;
    const next = isReturn && lineFeed === lineEnd + 1 ? lineEnd + 2 : lineEnd + 1;
    starts.push(next);
    if (isReturn) carriageReturn = text.indexOf('\r', next);
    if (lineFeed >= 0 && lineFeed < next) lineFeed = text.indexOf('\n', next);
  }
  return Uint16Array.from(starts);
}
