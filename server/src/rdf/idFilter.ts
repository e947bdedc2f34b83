/**
 * Tells in one step that an id is not among some: nearly all others get that answer. Ids are given out one after
 * the other, so their last bits are as good as a hash.
 */
export class IdFilter {
  /** As many bits as a power of two. */
  readonly #bits: Int32Array;

  private constructor(bits: Int32Array) {
    this.#bits = bits;
  }

  /** A filter with room for so many ids; with more, fewer of the others are told apart. */
  static withRoomFor(count: number): IdFilter {
    return new IdFilter(new Int32Array(count === 0 ? 1 : 1 << (32 - Math.clz32(count))));
  }

  add(id: number): void {
    this.#bits[(id >>> 5) & (this.#bits.length - 1)]! |= 1 << id;
  }

  /** False when the id was not added. */
  mayHold(id: number): boolean {
    return ((this.#bits[(id >>> 5) & (this.#bits.length - 1)]! >>> id) & 1) === 1;
  }

  /** A filter with the same ids, to which others can be added. */
  copy(): IdFilter {
    return new IdFilter(this.#bits.slice());
  }
}
