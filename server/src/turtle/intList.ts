/** Integers that grow at the end and can be cut there. Those behind `length` are room to grow. */
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

  /** Adds integers of another list. */
  append(values: Int32Array): void {
    this.reserve(values.length);
    this.data.set(values, this.length);
    this.length += values.length;
  }

  /** Takes away what lies behind a position. */
  cut(position: number): void {
    if (position < this.length) this.length = position;
  }

  /** The integers alone, in an array that is no larger than they need. */
  toArray(): Int32Array {
    return this.data.slice(0, this.length);
  }

  /** Empties the list, and lets go of its memory when that is more than most lists need. */
  clear(): void {
    this.length = 0;
    if (this.data.length > keptLength) this.data = new Int32Array(8);
  }

  /** Makes room for some more. */
  protected reserve(count: number): void {
    if (this.length + count <= this.data.length) return;
    const larger = new Int32Array(Math.max(2 * this.data.length, this.length + count));
    larger.set(this.data);
    this.data = larger;
  }
}

const keptLength = 1 << 20;
