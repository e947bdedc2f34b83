/**
 * A Bloom filter for ids: tells in one step that an id is not in a set, for nearly all that are not. Ids are assigned
 * consecutively, so their low bits serve as the hash.
 */
export class IdFilter {
  /** A bit set whose length is a power of two. */
  readonly #bits: Int32Array;

  private constructor(bits: Int32Array) {
    this.#bits = bits;
  }

  /** A filter sized for `count` ids; with more ids, it excludes fewer others. */
  static withRoomFor(count: number): IdFilter {
    return new IdFilter(new Int32Array(count === 0 ? 1 : 1 << (32 - Math.clz32(count))));
  }

  add(id: number): void {
    this.#bits[(id >>> 5) & (this.#bits.length - 1)]! |= 1 << id;
  }

  /** False when the id was certainly not added. */
  mayHold(id: number): boolean {
    return ((this.#bits[(id >>> 5) & (this.#bits.length - 1)]! >>> id) & 1) === 1;
  }

  /** An independent copy of the filter. */
  copy(): IdFilter {
    return new IdFilter(this.#bits.slice());
  }
}
