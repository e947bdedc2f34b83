import type { TermId } from '../rdf/terms.ts';

/**
 * Remembers which term a token of a text stands for, so that a name that occurs again costs no new string. Tokens
 * are compared as spans of the text; open addressing in typed arrays.
 */
export class TokenTable {
  readonly #codes: Uint16Array;
  #mask = 0;
  #size = 0;
  /** Per slot the start and end of the token and its term plus one; zero marks an empty slot. */
  #slots = new Int32Array(0);

  /** @param codes the text as `charCodes` gives it. */
  constructor(codes: Uint16Array) {
    this.#codes = codes;
    this.clear();
  }

  clear(): void {
    this.#mask = 0xff;
    this.#size = 0;
    this.#slots = new Int32Array(3 * (this.#mask + 1));
  }

  get(start: number, end: number): TermId | undefined {
    const codes = this.#codes;
    const slots = this.#slots;
    for (let slot = this.#hash(start, end); ; slot = (slot + 1) & this.#mask) {
      const at = 3 * slot;
      const term = slots[at + 2]!;
      if (term === 0) return undefined;
      const first = slots[at]!;
      if (slots[at + 1]! - first !== end - start) continue;
      let i = start;
      for (let j = first; i < end && codes[i] === codes[j]; j++) i++;
      if (i === end) return term - 1;
    }
  }

  /** Adds a token that `get` did not find. */
  add(start: number, end: number, term: TermId): void {
    if (2 * this.#size > this.#mask) this.#grow();
    this.#size++;
    this.#insert(start, end, term + 1);
  }

  #insert(start: number, end: number, entry: number): void {
    let at = 3 * this.#hash(start, end);
    while (this.#slots[at + 2] !== 0) at = (at + 3) % this.#slots.length;
    this.#slots[at] = start;
    this.#slots[at + 1] = end;
    this.#slots[at + 2] = entry;
  }

  #grow(): void {
    const old = this.#slots;
    this.#mask = 4 * this.#mask + 3;
    this.#slots = new Int32Array(3 * (this.#mask + 1));
    for (let at = 0; at < old.length; at += 3) {
      if (old[at + 2] !== 0) this.#insert(old[at]!, old[at + 1]!, old[at + 2]!);
    }
  }

  #hash(start: number, end: number): number {
    const codes = this.#codes;
    let value = end - start;
    for (let i = start; i < end; i++) value = Math.imul(value, 31) + codes[i]!;
    return (value ^ (value >>> 15)) & this.#mask;
  }
}
