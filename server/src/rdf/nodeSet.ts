import type { TermId } from './terms.ts';

/**
 * A growing set of nodes, in the order in which they were added. Looking a node up costs one step, because the ids of
 * terms are consecutive.
 */
export class NodeSet {
  readonly nodes: TermId[] = [];
  #bits = noBits;
  #largest = 0;

  /** The largest id; 0 for the empty set. */
  get largest(): TermId {
    return this.#largest;
  }

  has(node: TermId): boolean {
    const word = node >>> 5;
    return word < this.#bits.length && ((this.#bits[word]! >>> node) & 1) === 1;
  }

  add(node: TermId): void {
    if (this.has(node)) return;
    const word = node >>> 5;
    if (word >= this.#bits.length) {
      const bits = new Int32Array(Math.max(word + 1, 2 * this.#bits.length, 64));
      bits.set(this.#bits);
      this.#bits = bits;
    }
    this.#bits[word]! |= 1 << node;
    this.nodes.push(node);
    if (node > this.#largest) this.#largest = node;
  }
}

/** Shared by the empty sets. */
const noBits = new Int32Array(0);
