/** Multiplying by this constant (2³² divided by the golden ratio) spreads neighbouring ids over the whole table. */
const spread = 0x9e3779b1;

/**
 * Maps non-negative ids to non-negative numbers. Entries are never removed. A hash table in one typed array takes a
 * fraction of the memory of a Map and gives the garbage collector nothing to trace.
 */
export class IdMap {
  /** Pairs of id plus one (0 marks an empty slot) and number. At least three eighths of the slots are empty. */
  #slots: Int32Array;
  /** The right shift that turns a 32-bit hash into a slot index. */
  #shift: number;
  #size = 0;

  /** @param expected how many ids are expected; more are fine. */
  constructor(expected = 0) {
    const bits = Math.max(2, Math.ceil(Math.log2((expected + 1) * 1.6)));
    this.#shift = 32 - bits;
    this.#slots = new Int32Array(2 << bits);
  }

  /** The number of ids. */
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

  /** The number of an id. Stores the given number first when the id has none. */
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
