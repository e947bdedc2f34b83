import { pairKey } from './termKeys.ts';
import type { TermId, Triple } from './terms.ts';

/** A growing set of triples that remembers their order. */
export class OrderedTripleSet implements Iterable<Triple> {
  /** By predicate, the number of the triple with a subject and an object. */
  readonly #pairs = new Map<TermId, Map<number, number>>();
  /** Subject, predicate and object in turn. */
  readonly #flat: TermId[] = [];

  get size(): number {
    return this.#flat.length / 3;
  }

  has(subject: TermId, predicate: TermId, object: TermId): boolean {
    return this.#pairs.get(predicate)?.has(pairKey(subject, object)) ?? false;
  }

  /** How many triples were added before this one; undefined when it is not in the set. */
  numberOf({ subject, predicate, object }: Triple): number | undefined {
    return this.#pairs.get(predicate)?.get(pairKey(subject, object));
  }

  /** The triple before which this many were added. */
  at(number: number): Triple {
    const [subject, predicate, object] = this.#flat.slice(3 * number, 3 * number + 3);
    return { subject: subject!, predicate: predicate!, object: object! };
  }

  /** True when the triple is new. */
  add(subject: TermId, predicate: TermId, object: TermId): boolean {
    let pairs = this.#pairs.get(predicate);
    if (pairs === undefined) {
      pairs = new Map();
      this.#pairs.set(predicate, pairs);
    }
    const key = pairKey(subject, object);
    if (pairs.has(key)) return false;
    pairs.set(key, this.size);
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
