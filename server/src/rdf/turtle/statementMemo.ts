import type { Rope } from '../../base/rope.ts';
import type { ParsedChunk } from './parsedChunk.ts';
import type { ChunkSlice } from './statementSequence.ts';
import { WrittenStatement } from './writtenTerms.ts';

/**
 * Values derived from individual statements of documents. A value is kept as long as its statement, and shared by all
 * versions of a document that have the statement, so that an edit keeps what it does not touch. Values must not hold parts
 * of the text, which would keep older versions of it in memory.
 */
export class StatementMemo<T> {
  readonly #derive: (statement: WrittenStatement) => T;
  readonly #known = new WeakMap<ParsedChunk, T[]>();

  constructor(derive: (statement: WrittenStatement) => T) {
    this.#derive = derive;
  }

  /** Calls back for each statement of slices of a text, in order, with its offset in the text. */
  forEach(slices: readonly ChunkSlice[], text: Rope, visit: (derived: T, start: number) => void): void {
    for (const { chunk, first, last, shift } of slices) {
      let known = this.#known.get(chunk);
      if (known === undefined) {
        known = [];
        this.#known.set(chunk, known);
      }
      for (let number = first; number < last; number++) {
        const start = chunk.start(number) + shift;
        if (!(number in known)) {
          const textOf = () => text.slice(start, chunk.end(number) + shift);
          known[number] = this.#derive(new WrittenStatement(chunk, number, textOf));
        }
        visit(known[number]!, start);
      }
    }
  }
}

/**
 * Remembers what is searched for in statements and seldom found. Where a part of a text was searched before, statements
 * without a match cost nothing.
 */
export class StatementFinds<T> {
  readonly #derive: (statement: TermsOfStatement) => T | undefined;
  readonly #known = new WeakMap<ParsedChunk, FoundInChunk<T>>();

  /** @param derive undefined where there is nothing. */
  constructor(derive: (statement: TermsOfStatement) => T | undefined) {
    this.#derive = derive;
  }

  /** The findings in slices of a text, in order, with the offset of their statement in the text. */
  *of(slices: readonly ChunkSlice[]): Iterable<{ readonly found: T; readonly start: number }> {
    for (const slice of slices) {
      const { chunk, first, last, shift } = slice;
      for (const { number, found } of this.#in(slice)) {
        if (number >= first && number < last) yield { found, start: chunk.start(number) + shift };
      }
    }
  }

  #in({ chunk, first, last }: ChunkSlice): FoundInChunk<T>['found'] {
    let known = this.#known.get(chunk);
    if (known === undefined) {
      known = { read: [], found: [] };
      this.#known.set(chunk, known);
    }
    const { read, found } = known;
    if (read.some((part) => part.first <= first && part.last >= last)) return found;
    for (let number = first; number < last; number++) {
      if (read.some((part) => part.first <= number && part.last > number)) continue;
      const derived = this.#derive(new WrittenStatement(chunk, number, noText));
      if (derived !== undefined) found.push({ number, found: derived });
    }
    read.push({ first, last });
    found.sort((a, b) => a.number - b.number);
    return found;
  }
}

/** Statements outside the parts that were read may no longer exist, and their terms may be forgotten. */
interface FoundInChunk<T> {
  readonly read: { readonly first: number; readonly last: number }[];
  /** In order. */
  readonly found: { readonly number: number; readonly found: T }[];
}

/** Without its text, so that no value that is kept holds a part of it. */
type TermsOfStatement = Pick<WrittenStatement, 'forTerms' | 'visit'>;

function noText(): never {
  throw new Error('The text of the statement is not asked for.');
}
