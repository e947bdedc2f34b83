/** Multiplying by this spreads neighbouring ids over the whole table: 2³² divided by the golden ratio. */
const spread = 0x9e3779b1;

/**
 * Gives distinct ids numbers in the order in which they come: 0, 1, 2 … It only grows. A hash table in one typed
 * array: several times smaller than a Map, and nothing for the garbage collector to walk through.
 */
export class Numbering {
  /** Pairs of an id plus one, 0 when the slot is empty, and its number. At least half of the slots are empty. */
  #slots: Int32Array;
  /** How far a hash of 32 bits is shifted to the right to become the index of a slot. */
  #shift: number;
  #ids: Int32Array;
  #size = 0;

  /** @param expected how many ids will come; more are fine. */
  constructor(expected = 0) {
    const bits = 33 - Math.clz32(Math.max(expected, 2) - 1);
    this.#shift = 32 - bits;
    this.#slots = new Int32Array(2 << bits);
    this.#ids = new Int32Array(1 << (bits - 1));
  }

  get size(): number {
    return this.#size;
  }

  /** The id that has a number. */
  idOf(number: number): number {
    return this.#ids[number]!;
  }

  /** The number of an id, -1 when it has none. */
  find(id: number): number {
    const slots = this.#slots;
    const last = slots.length - 2;
    let slot = (Math.imul(id, spread) >>> this.#shift) << 1;
    for (;;) {
      const found = slots[slot]!;
      if (found === id + 1) return slots[slot + 1]!;
      if (found === 0) return -1;
      slot = (slot + 2) & last;
    }
  }

  /** The number of an id, which gets the next one when it has none. */
  number(id: number): number {
    const slots = this.#slots;
    const last = slots.length - 2;
    let slot = (Math.imul(id, spread) >>> this.#shift) << 1;
    for (;;) {
      const found = slots[slot]!;
      if (found === id + 1) return slots[slot + 1]!;
      if (found === 0) break;
      slot = (slot + 2) & last;
    }
    if (this.#size === this.#ids.length) {
      this.#grow();
      return this.number(id);
    }
    const number = this.#size++;
    slots[slot] = id + 1;
    slots[slot + 1] = number;
    this.#ids[number] = id;
    return number;
  }

  #grow(): void {
    const ids = this.#ids;
    this.#ids = new Int32Array(ids.length * 2);
    this.#slots = new Int32Array(this.#slots.length * 2);
    this.#shift--;
    this.#size = 0;
    for (const id of ids) this.number(id);
  }
}
