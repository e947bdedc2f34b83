import { deltaSize, type ExactDelta } from './exactDelta.ts';

/** The nodes whose triples a change touches. Nodes that the filters exclude are unchanged; few others are. */
export class TouchedNodes {
  readonly subjects: IdFilter;
  readonly objects: IdFilter;

  private constructor(subjects: IdFilter, objects: IdFilter) {
    this.subjects = subjects;
    this.objects = objects;
  }

  /** @param room the number of further triples to make room for. */
  static of(delta: ExactDelta, room = 0): TouchedNodes {
    const count = deltaSize(delta) + room;
    const nodes = new TouchedNodes(IdFilter.withRoomFor(count), IdFilter.withRoomFor(count));
    nodes.#add(delta);
    return nodes;
  }

  /** The union with the nodes that another change touches. */
  and(delta: ExactDelta): TouchedNodes {
    const nodes = new TouchedNodes(this.subjects.copy(), this.objects.copy());
    nodes.#add(delta);
    return nodes;
  }

  #add({ added, removed }: ExactDelta): void {
    for (const triples of [added.flat(), removed.flat()]) {
      for (let i = 0; i < triples.length; i += 3) {
        this.subjects.add(triples[i]!);
        this.objects.add(triples[i + 2]!);
      }
    }
  }
}

/**
 * A Bloom filter for ids: shows in one step that an id is not in a set, for nearly all that are not. Ids are assigned
 * consecutively, so their low bits serve as the hash.
 */
class IdFilter {
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
