import { forEachPair } from './forEachPair.ts';
import { IntList } from './intList.ts';
import {
  type BlankNodeNameUse,
  type Declaration,
  type DirectiveBody,
  notesBetween,
  ParsedChunk,
  type StatementNote,
} from './parsedChunk.ts';
import type { ChunkSlice } from './statementSequence.ts';
import type { TurtleSyntaxError } from './syntaxError.ts';

/*
 * Each edit adds a chunk to a document and splits a slice of an older one. Look-ups visit every chunk, so when there
 * are too many, all but the largest are merged, which is cheap because they are small. After edits in very many places,
 * everything is merged into one chunk.
 */

const maxReadings = 64;
const maxStretches = 1024;

/** The same statements in fewer chunks. */
export function compactSlices(slices: readonly ChunkSlice[]): readonly ChunkSlice[] {
  const sizes = new Map<ParsedChunk, number>();
  for (const { chunk, first, last } of slices) {
    sizes.set(chunk, (sizes.get(chunk) ?? 0) + last - first);
  }
  if (sizes.size <= maxReadings && slices.length <= maxStretches) return slices;
  const [largest] = [...sizes].sort((a, b) => b[1] - a[1])[0]!;
  return slices.length > maxStretches
    ? merged(slices, () => true)
    : merged(slices, (chunk) => chunk !== largest);
}

/** Merges some chunks. Offsets in the new chunk are those of the document. */
function merged(
  slices: readonly ChunkSlice[],
  isMerged: (chunk: ParsedChunk) => boolean,
): readonly ChunkSlice[] {
  const merger = new Merger();
  const places = slices.map((slice) => (isMerged(slice.chunk) ? merger.add(slice) : undefined));
  const chunk = merger.finish();
  return joined(slices.map((slice, i) => (places[i] === undefined ? slice : { ...places[i], chunk: chunk })));
}

/** Joins slices that are also adjacent in their chunk. */
function joined(slices: readonly ChunkSlice[]): readonly ChunkSlice[] {
  const result: ChunkSlice[] = [];
  for (const slice of slices) {
    const last = result.at(-1);
    const goesOn =
      last?.chunk === slice.chunk &&
      last.shift === slice.shift &&
      last.last === slice.first &&
      last.to === slice.from;
    if (goesOn) result[result.length - 1] = { ...last, last: slice.last, to: slice.to };
    else result.push(slice);
  }
  return result;
}

class Merger {
  #count = 0;
  readonly #rows = new IntList();
  readonly #tape = new IntList();
  readonly #comments = new IntList();
  readonly #loneSurrogates = new IntList();
  readonly #unsettled = new IntList();
  readonly #errors: StatementNote<TurtleSyntaxError>[] = [];
  readonly #directives = new Map<number, DirectiveBody>();
  readonly #declarations: StatementNote<Declaration>[] = [];
  readonly #names: StatementNote<BlankNodeNameUse>[] = [];

  /** Adds the contents of a slice, and returns its place in the new chunk. */
  add({ chunk, first, last, from, to, shift }: ChunkSlice): Omit<ChunkSlice, 'chunk'> {
    const { parts } = chunk;
    const number = this.#count - first;
    const tapeShift = this.#tape.length - chunk.tapeStart(first);
    for (let statement = first; statement < last; statement++) {
      this.#addRow(
        chunk.start(statement) + shift,
        chunk.end(statement) + shift,
        chunk.flags(statement),
        chunk.tapeStart(statement) + tapeShift,
      );
      const directive = parts.directives.get(statement);
      if (directive !== undefined) this.#directives.set(statement + number, directive);
    }
    this.#count += last - first;
    this.#tape.append(parts.tape.subarray(chunk.tapeStart(first), chunk.tapeStart(last)));
    forEachPair(parts.comments, from, to, (start, end) =>
      this.#comments.pushPair(start + shift, end + shift),
    );
    forEachPair(parts.unsettled, first, last, (statement, reach) =>
      this.#unsettled.pushPair(statement + number, reach + shift),
    );
    for (const offset of parts.loneSurrogates) {
      if (from <= offset && offset < to) this.#loneSurrogates.push(offset + shift);
    }
    for (const { statement, value } of notesBetween(parts.errors, first, last)) {
      const range = { start: value.range.start + shift, end: value.range.end + shift };
      this.#errors.push({ statement: statement + number, value: { range, message: value.message } });
    }
    for (const { statement, value } of notesBetween(parts.declarations, first, last)) {
      this.#declarations.push({ statement: statement + number, value });
    }
    for (const { statement, value } of notesBetween(parts.names, first, last)) {
      this.#names.push({ statement: statement + number, value });
    }
    return { first: first + number, last: last + number, from: from + shift, to: to + shift, shift: 0 };
  }

  finish(): ParsedChunk {
    this.#addRow(0, 0, 0, this.#tape.length);
    return new ParsedChunk({
      rows: this.#rows.toArray(),
      tape: this.#tape.toArray(),
      comments: this.#comments.toArray(),
      loneSurrogates: this.#loneSurrogates.toArray(),
      unsettled: this.#unsettled.toArray(),
      errors: this.#errors,
      directives: this.#directives,
      declarations: this.#declarations,
      names: this.#names,
    });
  }

  #addRow(start: number, end: number, flags: number, tapeStart: number): void {
    this.#rows.pushPair(start, end);
    this.#rows.pushPair(flags, tapeStart);
  }
}
