import type { TermId } from '../terms.ts';
import type { StatementSequence } from './statementSequence.ts';
import type { StatementVisitor } from './syntaxTree.ts';
import { visitStatement } from './tapedStatement.ts';

/**
 * Maps a term to the statements of a document in which it occurs in a certain role, in two columns: for texts that are long
 * and stay as they are. A `TermIndex` of each chunk would have to be asked for each term, and there are thousands of chunks.
 */
export class TermColumns {
  /** For each term, where its statements end in `#ordinals`; they start where those of the term before end. */
  readonly #ends: Int32Array;
  /** The ordinals of statements, by term and in order. */
  readonly #ordinals: Int32Array;

  /** @param visitorFor what calls back with the terms that count. */
  constructor(
    { slices }: Pick<StatementSequence, 'slices'>,
    visitorFor: (found: (term: TermId) => void) => StatementVisitor,
  ) {
    /** Calls back for each statement of each term, once. */
    const forEach = (visit: (term: TermId, ordinal: number) => void) => {
      const last = new TermCounts();
      let ordinal = 0;
      const visitor = visitorFor((term) => {
        // Ordinals are kept with 1 added, because 0 means none.
        if (last.at(term) === ordinal + 1) return;
        last.set(term, ordinal + 1);
        visit(term, ordinal);
      });
      for (const { chunk, first, last: end } of slices) {
        for (let number = first; number < end; number++, ordinal++) visitStatement(chunk, number, visitor);
      }
    };
    const counts = new TermCounts();
    forEach((term) => counts.set(term, counts.at(term) + 1));
    const ends = counts.data;
    let total = 0;
    for (let term = 0; term < ends.length; term++) {
      const count = ends[term]!;
      // First the start of the term, which moves to its end as it is filled.
      ends[term] = total;
      total += count;
    }
    const ordinals = new Int32Array(total);
    forEach((term, ordinal) => {
      ordinals[ends[term]!++] = ordinal;
    });
    this.#ends = ends;
    this.#ordinals = ordinals;
  }

  /** The ordinals of the statements, in order. */
  ordinals(term: TermId): readonly number[] {
    if (term >= this.#ends.length) return [];
    const start = term === 0 ? 0 : this.#ends[term - 1]!;
    return Array.from(this.#ordinals.subarray(start, this.#ends[term]!));
  }
}

/** A number for each term, 0 at first. */
class TermCounts {
  data = new Int32Array(1024);

  at(term: TermId): number {
    return this.data[term] ?? 0;
  }

  set(term: TermId, count: number): void {
    if (term >= this.data.length) {
      const larger = new Int32Array(Math.max(2 * this.data.length, term + 1));
      larger.set(this.data);
      this.data = larger;
    }
    this.data[term] = count;
  }
}
