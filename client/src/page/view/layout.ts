/** A half-open range of rows. */
export interface RowRange {
  readonly first: number;
  readonly end: number;
}

/** The positions of a list's rows in pixels, so that only visible rows are drawn. */
export class RowLayout {
  /** Where each row begins, and the end of the last. */
  readonly #tops: Float64Array;

  /** @param heights of the rows, in pixels. */
  constructor(heights: readonly number[]) {
    this.#tops = new Float64Array(heights.length + 1);
    for (const [index, height] of heights.entries()) {
      this.#tops[index + 1] = this.#tops[index]! + height;
    }
  }

  get height(): number {
    return this.#tops.at(-1)!;
  }

  top(row: number): number {
    return this.#tops[row] ?? this.height;
  }

  /** The row that covers a pixel; the last one below the end. */
  rowAt(pixel: number): number {
    let low = 0;
    let high = Math.max(0, this.#tops.length - 2);
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (this.#tops[middle]! <= pixel) low = middle;
      else high = middle - 1;
    }
    return low;
  }

  /** The visible rows, and some on each side for scrolling. */
  visible(scrollTop: number, height: number, margin: number): RowRange {
    const count = this.#tops.length - 1;
    if (count === 0) return { first: 0, end: 0 };
    const first = Math.max(0, this.rowAt(scrollTop) - margin);
    return { first, end: Math.min(count, this.rowAt(scrollTop + height) + 1 + margin) };
  }

  /** How far to scroll so that a row can be seen as a whole; as little as possible. */
  scrollTo(row: number, scrollTop: number, height: number): number {
    const top = this.top(row);
    const bottom = this.top(row + 1);
    if (top < scrollTop) return top;
    return bottom > scrollTop + height ? bottom - height : scrollTop;
  }
}
