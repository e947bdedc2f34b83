import { type TermId, terms } from './terms.ts';

/** Computes a value for each term once, as long as the ids refer to the same terms. */
export class TermMemo<Value> {
  readonly #compute: (id: TermId) => Value;
  readonly #values = new Map<TermId, Value>();
  #generation = terms.generation;

  constructor(compute: (id: TermId) => Value) {
    this.#compute = compute;
  }

  get(id: TermId): Value {
    if (this.#generation !== terms.generation) {
      this.#values.clear();
      this.#generation = terms.generation;
    }
    const known = this.#values.get(id);
    if (known !== undefined || this.#values.has(id)) return known as Value;
    const value = this.#compute(id);
    this.#values.set(id, value);
    return value;
  }
}
