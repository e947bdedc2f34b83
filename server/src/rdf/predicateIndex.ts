import { countingSort } from './countingSort.ts';
import { IdMap } from './idMap.ts';
import type { TermId, Triple } from './terms.ts';

/** Triples by predicate. The triples of each predicate keep their order. */
export class PredicateIndex {
  readonly #predicates = new IdMap();
  /** For each predicate: its first pair, with one more entry for the end. */
  readonly #starts: Int32Array;
  /** Subject, object. */
  readonly #pairs: Int32Array;

  /** @param triples subject, predicate, object in a row. */
  constructor(triples: Int32Array) {
    const count = triples.length / 3;
    const predicateOf = new Int32Array(count);
    for (let i = 0; i < count; i++)
      predicateOf[i] = this.#predicates.getOrSet(triples[3 * i + 1]!, this.#predicates.size);
    const { order, starts } = countingSort(predicateOf, this.#predicates.size);
    this.#starts = starts;
    this.#pairs = new Int32Array(2 * count);
    for (let i = 0; i < count; i++) {
      const at = 3 * order[i]!;
      this.#pairs[2 * i] = triples[at]!;
      this.#pairs[2 * i + 1] = triples[at + 2]!;
    }
  }

  list(predicate: TermId): readonly Triple[] {
    const number = this.#predicates.get(predicate);
    const result: Triple[] = [];
    if (number < 0) return result;
    const end = this.#starts[number + 1]!;
    for (let i = this.#starts[number]!; i < end; i++) {
      result.push({ subject: this.#pairs[2 * i]!, predicate, object: this.#pairs[2 * i + 1]! });
    }
    return result;
  }
}
