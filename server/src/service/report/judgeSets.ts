/** Numbers the sets of shapes that judge the statements of a file, in the order in which they are met. 0 is the empty set. */
export class JudgeSets {
  readonly #numbers = new Map<string, number>([['', 0]]);
  readonly #sets: (readonly number[])[] = [[]];

  /** All sets so far, by their numbers. */
  get all(): readonly (readonly number[])[] {
    return this.#sets;
  }

  /** @param shapes positions of shapes, in ascending order. */
  number(shapes: readonly number[]): number {
    const key = shapes.join();
    let number = this.#numbers.get(key);
    if (number === undefined) {
      number = this.#sets.push(shapes) - 1;
      this.#numbers.set(key, number);
    }
    return number;
  }
}
