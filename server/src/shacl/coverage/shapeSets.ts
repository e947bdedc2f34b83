import { pairKey } from '../../rdf/pairKey.ts';

/**
 * Sets of shapes as numbers. Many triples are judged by the same few shapes, so each set is stored once. The number 0 is
 * the empty set.
 */
export class ShapeSets {
  /** For each set: the set without its last shape, and that shape. */
  readonly #rest: number[] = [0];
  readonly #last: number[] = [-1];
  readonly #larger = new Map<number, number>();
  readonly #unions = new Map<number, number>();
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

  /** The set with the shapes of both. */
  union(left: number, right: number): number {
    if (left === 0 || left === right) return right;
    if (right === 0) return left;
    const key = pairKey(left, right);
    let both = this.#unions.get(key);
    if (both === undefined) {
      const shapes = [...this.shapes(left), ...this.shapes(right)].sort((a, b) => a - b);
      both = shapes.reduce((set, shape) => this.with(set, shape), 0);
      this.#unions.set(key, both);
    }
    return both;
  }

  /** The numbers of the shapes in a set, in ascending order. */
  shapes(set: number): readonly number[] {
    const shapes: number[] = [];
    for (let at = set; at !== 0; at = this.#rest[at]!) shapes.push(this.#last[at]!);
    return shapes.reverse();
  }
}
