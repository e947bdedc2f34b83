/** A growable list of integers that can be truncated. The elements beyond `length` are spare capacity. */
export class IntList {
  data = new Int32Array(8);
  length = 0;

  push(value: number): void {
    this.reserve(1);
    this.data[this.length++] = value;
  }

  pushPair(first: number, second: number): void {
    this.reserve(2);
    this.data[this.length++] = first;
    this.data[this.length++] = second;
  }

  /** Appends an array of integers. */
  append(values: Int32Array): void {
    this.reserve(values.length);
    this.data.set(values, this.length);
    this.length += values.length;
  }

  /** Truncates the list at a position. */
  cut(position: number): void {
    if (position < this.length) this.length = position;
  }

  /** The integers in an array of exactly that size. */
  toArray(): Int32Array {
    return this.data.slice(0, this.length);
  }

  /** Empties the list, and releases its memory when that is more than most lists need. */
  clear(): void {
    this.length = 0;
    if (this.data.length > keptLength) this.data = new Int32Array(8);
  }

  /** Reserves space for some more integers. */
  protected reserve(count: number): void {
    if (this.length + count <= this.data.length) return;
    const larger = new Int32Array(Math.max(2 * this.data.length, this.length + count));
    larger.set(this.data);
    this.data = larger;
  }
}

const keptLength = 1 << 20;
