import { pairKey } from './pairKey.ts';
import type { TermId, Triple } from './terms.ts';

/** A growing set of triples that remembers their order. */
export class OrderedTripleSet implements Iterable<Triple> {
  readonly #pairs = new Map<TermId, Set<number>>();
  /** Subject, predicate and object in turn. */
  readonly #flat: TermId[] = [];

  get size(): number {
    return this.#flat.length / 3;
  }

  has(subject: TermId, predicate: TermId, object: TermId): boolean {
    return this.#pairs.get(predicate)?.has(pairKey(subject, object)) ?? false;
  }

  /** True when the triple is new. */
  add(subject: TermId, predicate: TermId, object: TermId): boolean {
    let pairs = this.#pairs.get(predicate);
    if (pairs === undefined) {
      pairs = new Set();
      this.#pairs.set(predicate, pairs);
    }
    const { size } = pairs;
    if (pairs.add(pairKey(subject, object)).size === size) return false;
    this.#flat.push(subject, predicate, object);
    return true;
  }

  addAll(triples: Iterable<Triple>): void {
    for (const { subject, predicate, object } of triples) this.add(subject, predicate, object);
  }

  /** In the order of insertion, including triples that are added during the iteration. */
  *[Symbol.iterator](): Iterator<Triple> {
    for (let i = 0; i < this.#flat.length; i += 3) {
      yield { subject: this.#flat[i]!, predicate: this.#flat[i + 1]!, object: this.#flat[i + 2]! };
    }
  }

  toArray(): Int32Array {
    return Int32Array.from(this.#flat);
  }
}
