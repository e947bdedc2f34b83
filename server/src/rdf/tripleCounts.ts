import type { TermId } from './terms.ts';

/** Subject, predicate, object and count. */
const entryLength = 4;

/** A number for each triple, zero at first: how often it is stated, or how much more often than elsewhere. */
export class TripleCounts {
  /** In order of first mention. */
  #entries = new Int32Array(8 * entryLength);
  #entryCount = 0;
  /** A hash table of entry numbers plus one; 0 marks an empty slot. At least half of the slots are empty. */
  #slots = new Int32Array(16);

  /** The number of triples that were mentioned. */
  get size(): number {
    return this.#entryCount;
  }

  get(subject: TermId, predicate: TermId, object: TermId): number {
    const entry = this.#slots[this.#find(subject, predicate, object)]! - 1;
    return entry < 0 ? 0 : this.#entries[entry * entryLength + 3]!;
  }

  add(subject: TermId, predicate: TermId, object: TermId, amount: number): void {
    const slot = this.#find(subject, predicate, object);
    const known = this.#slots[slot]! - 1;
    if (known >= 0) {
      this.#entries[known * entryLength + 3]! += amount;
      return;
    }
    const entry = this.#entryCount++;
    this.#slots[slot] = entry + 1;
    const at = entry * entryLength;
    this.#entries[at] = subject;
    this.#entries[at + 1] = predicate;
    this.#entries[at + 2] = object;
    this.#entries[at + 3] = amount;
    if (2 * this.#entryCount === this.#slots.length) this.#grow();
  }

  /** Visits the triples whose number is not zero, in order of first mention. */
  forEach(visit: (subject: TermId, predicate: TermId, object: TermId, count: number) => void): void {
    const entries = this.#entries;
    const end = this.#entryCount * entryLength;
    for (let at = 0; at < end; at += entryLength) {
      const count = entries[at + 3]!;
      if (count !== 0) visit(entries[at]!, entries[at + 1]!, entries[at + 2]!, count);
    }
  }

  /** An independent copy. */
  copy(): TripleCounts {
    const copy = new TripleCounts();
    this.forEach((subject, predicate, object, count) => {
      copy.add(subject, predicate, object, count);
    });
    return copy;
  }

  /** The slot of a triple, or the empty slot for it. */
  #find(subject: TermId, predicate: TermId, object: TermId): number {
    const last = this.#slots.length - 1;
    let slot = hash(subject, predicate, object) & last;
    for (;;) {
      const entry = this.#slots[slot]! - 1;
      if (entry < 0) return slot;
      const at = entry * entryLength;
      if (
        this.#entries[at] === subject &&
        this.#entries[at + 1] === predicate &&
        this.#entries[at + 2] === object
      ) {
        return slot;
      }
      slot = (slot + 1) & last;
    }
  }

  #grow(): void {
    const entries = new Int32Array(this.#entries.length * 2);
    entries.set(this.#entries);
    this.#entries = entries;
    this.#slots = new Int32Array(this.#slots.length * 2);
    for (let entry = 0; entry < this.#entryCount; entry++) {
      const at = entry * entryLength;
      this.#slots[this.#find(entries[at]!, entries[at + 1]!, entries[at + 2]!)] = entry + 1;
    }
  }
}

/** Every bit of the ids affects every bit of the hash (constants from MurmurHash3). */
function hash(subject: TermId, predicate: TermId, object: TermId): number {
  let mixed = Math.imul(subject, 0x9e3779b1);
  mixed = Math.imul((mixed ^ (mixed >>> 15)) + predicate, 0x85ebca6b);
  mixed = Math.imul((mixed ^ (mixed >>> 13)) + object, 0xc2b2ae35);
  return mixed ^ (mixed >>> 16);
}
