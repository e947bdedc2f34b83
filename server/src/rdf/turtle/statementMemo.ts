import type { Rope } from '../../base/rope.ts';
import type { ParsedChunk } from './parsedChunk.ts';
import type { ChunkSlice } from './statementSequence.ts';
import { WrittenStatement } from './writtenTerms.ts';

/**
 * What is derived from each statement of documents by itself. It is kept as long as the statement is, and shared by all
 * versions of a document that have the statement, so that an edit leaves what it does not touch. Values must not hold
 * parts of the text, which would keep older versions of it in memory.
 */
export class StatementMemo<T> {
  readonly #derive: (statement: WrittenStatement) => T;
  readonly #known = new WeakMap<ParsedChunk, T[]>();

  constructor(derive: (statement: WrittenStatement) => T) {
    this.#derive = derive;
  }

  /** Calls back for each statement of slices of a text, in order, with where it starts in the text. */
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
