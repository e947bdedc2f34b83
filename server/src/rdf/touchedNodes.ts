import { deltaSize, type ExactDelta } from './exactDelta.ts';
import { IdFilter } from './idFilter.ts';

/** The nodes whose triples a change touches. Nodes that the filters exclude are unchanged; few others are. */
export class TouchedNodes {
  readonly subjects: IdFilter;
  readonly objects: IdFilter;

  private constructor(subjects: IdFilter, objects: IdFilter) {
    this.subjects = subjects;
    this.objects = objects;
  }

  /** @param room for how many more triples there should be room. */
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
