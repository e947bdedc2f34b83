/** Multiplying by this spreads neighbouring ids over the whole table: 2³² divided by the golden ratio. */
const spread = 0x9e3779b1;

/**
 * From ids to numbers, neither of which is negative. It only grows. A hash table in one typed array: several times
 * smaller than a Map, and nothing for the garbage collector to walk through.
 */
export class IdMap {
  /** Pairs of an id plus one, which is 0 in empty slots, and its number. At least three eighths are empty. */
  #slots: Int32Array;
  /** How far a hash of 32 bits is shifted to the right to become the index of a slot. */
  #shift: number;
  #size = 0;

  /** @param expected how many ids will come; more are fine. */
  constructor(expected = 0) {
    const bits = Math.max(2, Math.ceil(Math.log2((expected + 1) * 1.6)));
    this.#shift = 32 - bits;
    this.#slots = new Int32Array(2 << bits);
  }

  /** How many ids there are. */
  get size(): number {
    return this.#size;
  }

  /** The number of an id, -1 when it has none. */
  get(id: number): number {
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

  /** The number of an id, which becomes this one when it has none. */
  getOrSet(id: number, number: number): number {
    const slots = this.#slots;
    const last = slots.length - 2;
    let slot = (Math.imul(id, spread) >>> this.#shift) << 1;
    for (;;) {
      const found = slots[slot]!;
      if (found === id + 1) return slots[slot + 1]!;
      if (found === 0) break;
      slot = (slot + 2) & last;
    }
    slots[slot] = id + 1;
    slots[slot + 1] = number;
    this.#size++;
    if (16 * this.#size > 5 * slots.length) this.#grow();
    return number;
  }

  #grow(): void {
    const old = this.#slots;
    this.#slots = new Int32Array(old.length * 2);
    this.#shift--;
    this.#size = 0;
    for (let slot = 0; slot < old.length; slot += 2) {
      if (old[slot] !== 0) this.getOrSet(old[slot]! - 1, old[slot + 1]!);
    }
  }
}
