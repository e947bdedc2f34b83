/**
 * Sets of shapes as numbers. Many triples are judged by the same few shapes, so each set is stored once. The number 0 is
 * the empty set.
 */
export class ShapeSets {
  /** For each set: the set without its last shape, and that shape. */
  readonly #rest: number[] = [0];
  readonly #last: number[] = [-1];
  readonly #larger = new Map<number, number>();
  readonly #shapeCount: number;

  /** @param shapeCount how many shapes there are; they are numbered from 0. */
  constructor(shapeCount: number) {
    this.#shapeCount = shapeCount;
  }

  /** The set with one more shape, whose number must not be below those of the set. */
  with(set: number, shape: number): number {
    if (this.#last[set] === shape) return set;
    const key = set * this.#shapeCount + shape;
    let larger = this.#larger.get(key);
    if (larger === undefined) {
      larger = this.#rest.push(set) - 1;
      this.#last.push(shape);
      this.#larger.set(key, larger);
    }
    return larger;
  }

  /** The numbers of the shapes in a set, in ascending order. */
  shapes(set: number): readonly number[] {
    const shapes: number[] = [];
    for (let at = set; at !== 0; at = this.#rest[at]!) shapes.push(this.#last[at]!);
    return shapes.reverse();
  }
}
