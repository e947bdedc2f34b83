import { lazy } from '../../base/lazy.ts';
import type { ReadableText } from '../../base/rope.ts';
import type { TextRange } from '../../base/textRange.ts';
import type { TermId } from '../terms.ts';
import {
  type Declaration,
  notesBetween,
  type ParsedChunk,
  type StatementNote,
  statementFlags,
} from './parsedChunk.ts';
import type { TurtleSyntaxError } from './syntaxError.ts';
import type { BaseStatement, PrefixStatement, Statement } from './syntaxTree.ts';
import { statementOf, visitStatement } from './tapedStatement.ts';

/** A part of a chunk that belongs to a document, with its statements. */
export interface ChunkSlice {
  readonly chunk: ParsedChunk;
  /** The numbers of the statements: `first` up to `last` (exclusive). */
  readonly first: number;
  readonly last: number;
  /** The text, in offsets of the chunk. Comments outside of it are not in the document. */
  readonly from: number;
  readonly to: number;
  /** What to add to an offset of the chunk to get one of the document. */
  readonly shift: number;
}

/** From which offset statements are in a graph, up to the next entry: a block of TriG, or what follows it. */
export interface GraphBlock {
  readonly start: number;
  /** Undefined for the default graph and for those without a name. */
  readonly name: TermId | undefined;
}

/**
 * The statements of a document, assembled from adjacent slices with only white space between them. A statement's
 * ordinal is its number in the document. Immutable; all offsets are those of the document.
 */
export class StatementSequence {
  readonly slices: readonly ChunkSlice[];
  /** The number of statements. */
  readonly length: number;
  /** The ordinal of the first statement of each slice. */
  readonly #ordinals: Int32Array;
  readonly #made = new Map<number, Statement>();
  readonly #all: () => readonly Statement[];
  readonly #numbers: () => ReadonlyMap<ParsedChunk, readonly number[]>;
  readonly #blocks: () => readonly GraphBlock[];
  readonly #declarations: () => readonly StatementNote<Declaration>[];

  constructor(slices: readonly ChunkSlice[]) {
    this.slices = slices;
    this.#ordinals = new Int32Array(slices.length);
    let ordinal = 0;
    for (const [i, { first, last }] of slices.entries()) {
      this.#ordinals[i] = ordinal;
      ordinal += last - first;
    }
    this.length = ordinal;
    this.#all = lazy(() => Array.from({ length: ordinal }, (_, i) => this.at(i)));
    this.#numbers = lazy(() => slicesOfChunks(slices));
    this.#blocks = lazy(() => this.#findBlocks());
    this.#declarations = lazy(() => this.#findDeclarations());
  }

  /** All statements, in order. */
  all(): readonly Statement[] {
    return this.#all();
  }

  /** The statement with an ordinal; always the same object. */
  at(ordinal: number): Statement {
    let statement = this.#made.get(ordinal);
    if (statement === undefined) {
      statement = this.copyAt(ordinal);
      this.#made.set(ordinal, statement);
    }
    return statement;
  }

  /** The statement with an ordinal, as a new object that is not cached. */
  copyAt(ordinal: number): Statement {
    const { slice, number } = this.#find(ordinal);
    return statementOf(slice.chunk, number, slice.shift);
  }

  /** Where a statement is: its number in a chunk, and what to add to offsets of the chunk. */
  placeOf(ordinal: number): { readonly chunk: ParsedChunk; readonly number: number; readonly shift: number } {
    const { slice, number } = this.#find(ordinal);
    return { chunk: slice.chunk, number, shift: slice.shift };
  }

  start(ordinal: number): number {
    const { slice, number } = this.#find(ordinal);
    return slice.chunk.start(number) + slice.shift;
  }

  end(ordinal: number): number {
    const { slice, number } = this.#find(ordinal);
    return slice.chunk.end(number) + slice.shift;
  }

  /** The ordinal of the last statement that starts at or before an offset, -1 when there is none. */
  before(offset: number): number {
    let low = 0;
    let high = this.slices.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      const { from, shift } = this.slices[middle]!;
      if (from + shift <= offset) low = middle + 1;
      else high = middle;
    }
    const slice = this.slices[low - 1];
    if (slice === undefined) return -1;
    const number = Math.min(slice.chunk.statementBefore(offset - slice.shift), slice.last - 1);
    return this.#ordinals[low - 1]! + number - slice.first;
  }

  /** The chunks that the document consists of. */
  get chunks(): Iterable<ParsedChunk> {
    return this.#numbers().keys();
  }

  /** The ordinal of a statement of a chunk, undefined when it is no longer in the document. */
  ordinal(chunk: ParsedChunk, number: number): number | undefined {
    const numbers = this.#numbers().get(chunk) ?? [];
    let low = 0;
    let high = numbers.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.slices[numbers[middle]!]!.first <= number) low = middle + 1;
      else high = middle;
    }
    const i = numbers[low - 1];
    if (i === undefined || number >= this.slices[i]!.last) return undefined;
    return this.#ordinals[i]! + number - this.slices[i]!.first;
  }

  /** The statements that declare prefixes and the base, in order. */
  directives(): readonly (PrefixStatement | BaseStatement)[] {
    const ordinals = new Set(this.#declarations().map(({ statement }) => statement));
    return [...ordinals]
      .map((ordinal) => this.at(ordinal))
      .filter((statement) => statement.kind === 'prefix' || statement.kind === 'base');
  }

  /** The declarations of the statements `first` up to `last` (exclusive). */
  declarationsIn(first: number, last: number): readonly StatementNote<Declaration>[] {
    return notesBetween(this.#declarations(), first, last);
  }

  /** The graph blocks of TriG, in order. */
  blocks(): readonly GraphBlock[] {
    return this.#blocks();
  }

  /** Calls back for the statements that are not settled, in order, with the end of the text that each depends on. */
  forUnsettled(visit: (ordinal: number, reach: number) => void): void {
    for (const [i, { chunk, first, last, shift }] of this.slices.entries()) {
      const ordinal = this.#ordinals[i]! - first;
      forEachPair(chunk.parts.unsettled, first, last, (number, reach) =>
        visit(number + ordinal, reach + shift),
      );
    }
  }

  /** The first statement from an ordinal on that is not settled; the number of statements when there is none. */
  firstUnsettled(ordinal: number): number {
    let found = this.length;
    this.forUnsettled((each) => {
      if (each >= ordinal && each < found) found = each;
    });
    return found;
  }

  /** @param text of the document. */
  errors(text: ReadableText): readonly TurtleSyntaxError[] {
    const errors = this.slices.flatMap(({ chunk, first, last, shift }) =>
      notesBetween(chunk.parts.errors, first, last).map(({ value }) => ({
        ...value,
        range: { start: value.range.start + shift, end: value.range.end + shift },
      })),
    );
    for (const { chunk, from, to, shift } of this.slices) {
      for (const offset of chunk.parts.loneSurrogates) {
        if (from <= offset && offset < to) errors.push(loneSurrogateError(text, offset + shift));
      }
    }
    return errors.sort((a, b) => a.range.start - b.range.start);
  }

  comments(): readonly TextRange[] {
    return this.#pairs('comments');
  }

  /** The tokens that came with RDF 1.2, in order; of brackets, the opening ones. */
  newTokens(): readonly TextRange[] {
    return this.#pairs('newTokens');
  }

  /**
   * The slices with the statements `first` up to `last` (exclusive), and with the text of a range that contains these
   * statements and no others.
   */
  slice(first: number, last: number, { start, end }: TextRange): readonly ChunkSlice[] {
    const found: ChunkSlice[] = [];
    for (const [i, slice] of this.slices.entries()) {
      const { chunk, shift } = slice;
      const from = Math.max(slice.from, start - shift);
      const to = Math.min(slice.to, end - shift);
      if (from >= to) continue;
      const number = slice.first - this.#ordinals[i]!;
      found.push({
        chunk: chunk,
        first: Math.max(slice.first, first + number),
        last: Math.min(slice.last, last + number),
        from,
        to,
        shift,
      });
    }
    return found;
  }

  #pairs(part: 'comments' | 'newTokens'): readonly TextRange[] {
    const found: TextRange[] = [];
    for (const { chunk, from, to, shift } of this.slices) {
      forEachPair(chunk.parts[part], from, to, (start, end) =>
        found.push({ start: start + shift, end: end + shift }),
      );
    }
    return found;
  }

  #find(ordinal: number): { readonly slice: ChunkSlice; readonly number: number } {
    const ordinals = this.#ordinals;
    let low = 0;
    let high = ordinals.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (ordinals[middle]! <= ordinal) low = middle + 1;
      else high = middle;
    }
    const slice = this.slices[low - 1];
    if (slice === undefined || ordinal >= this.length) throw new RangeError(`no statement ${ordinal}`);
    return { slice, number: ordinal - ordinals[low - 1]! + slice.first };
  }

  #findBlocks(): readonly GraphBlock[] {
    const blocks: GraphBlock[] = [];
    for (const { chunk, first, last, shift } of this.slices) {
      for (let number = first; number < last; number++) {
        const flags = chunk.flags(number);
        if ((flags & (statementFlags.graph | statementFlags.graphEnd)) === 0) continue;
        let name: TermId | undefined;
        visitStatement(chunk, number, {
          term: (id) => {
            name = id;
          },
        });
        blocks.push({ start: chunk.start(number) + shift, name });
      }
    }
    return blocks;
  }

  #findDeclarations(): readonly StatementNote<Declaration>[] {
    return this.slices.flatMap(({ chunk, first, last }, i) =>
      notesBetween(chunk.parts.declarations, first, last).map(({ statement, value }) => ({
        statement: statement - first + this.#ordinals[i]!,
        value,
      })),
    );
  }
}

function slicesOfChunks(slices: readonly ChunkSlice[]): ReadonlyMap<ParsedChunk, readonly number[]> {
  const numbers = new Map<ParsedChunk, number[]>();
  for (const [i, { chunk }] of slices.entries()) {
    const found = numbers.get(chunk);
    if (found === undefined) numbers.set(chunk, [i]);
    else found.push(i);
  }
  return numbers;
}

/**
 * Calls back for the pairs whose first number is at least `from` and less than `to`.
 *
 * @param pairs first and second numbers in turn, sorted by the first.
 */
export function forEachPair(
  pairs: Int32Array,
  from: number,
  to: number,
  visit: (first: number, second: number) => void,
): void {
  let low = 0;
  let high = pairs.length >> 1;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (pairs[2 * middle]! < from) low = middle + 1;
    else high = middle;
  }
  for (let at = 2 * low; at < pairs.length && pairs[at]! < to; at += 2) visit(pairs[at]!, pairs[at + 1]!);
}

/**
 * The offsets of lone surrogates between two offsets. Editors can hold them, but they are not characters, and no file
 * can store them.
 *
 * @param codes the units of the text, at the start of a longer buffer.
 */
export function findLoneSurrogates(codes: Uint16Array, start: number, end: number): readonly number[] {
  const found: number[] = [];
  const pairs = new Int32Array(codes.buffer);
  for (let block = start - (start % blockLength); block < end; block += blockLength) {
    const blockEnd = Math.min(block + blockLength, end);
    if (!hasHighUnits(pairs, block >> 1, (blockEnd + 1) >> 1)) continue;
    for (let i = Math.max(block, start); i < blockEnd; i++) if (isLone(codes, i)) found.push(i);
  }
  return found;
}

/** The error for a lone surrogate at an offset. */
function loneSurrogateError(text: ReadableText, offset: number): TurtleSyntaxError {
  const code = text.charCodeAt(offset).toString(16).toUpperCase();
  return {
    range: { start: offset, end: offset + 1 },
    message: `Half of a character (U+${code}) can't be saved: remove it.`,
  };
}

/** The number of units examined at once. Most texts contain hardly any that may be surrogates. */
const blockLength = 128;

/** True when any of the units, packed in pairs, is U+8000 or above. */
function hasHighUnits(pairs: Int32Array, start: number, end: number): boolean {
  let bits = 0;
  for (let i = start; i < end; i++) bits |= pairs[i]!;
  return (bits & 0x80008000) !== 0;
}

function isLone(codes: Uint16Array, offset: number): boolean {
  const code = codes[offset]!;
  if (isHigh(code)) return !isLow(codes[offset + 1]!);
  return isLow(code) && (offset === 0 || !isHigh(codes[offset - 1]!));
}

function isHigh(code: number): boolean {
  return (code & 0xfc00) === 0xd800;
}

function isLow(code: number): boolean {
  return (code & 0xfc00) === 0xdc00;
}
