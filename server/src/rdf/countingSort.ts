/** Indices sorted by a number assigned to each. */
export interface SortedIndices {
  /** All indices; the sort is stable. */
  readonly order: Int32Array;
  /** For each number: where its indices start in `order`, with one more entry for the end. */
  readonly starts: Int32Array;
}

/**
 * Sorts the indices of an array by its values, in time proportional to its length plus the limit.
 *
 * @param limit is above all values, which must not be negative.
 */
export function countingSort(numbers: Int32Array, limit: number): SortedIndices {
  const starts = new Int32Array(limit + 1);
  for (const number of numbers) starts[number + 1]!++;
  for (let number = 0; number < limit; number++) starts[number + 1]! += starts[number]!;
  const next = starts.slice();
  const order = new Int32Array(numbers.length);
  for (let i = 0; i < numbers.length; i++) order[next[numbers[i]!]!++] = i;
  return { order, starts };
}
