/** Indices sorted by a number that each of them has. */
export interface SortedIndices {
  /** All indices; those with equal numbers stay in order. */
  readonly order: Int32Array;
  /** By number: where its indices start in the order. One more says where the last ones end. */
  readonly starts: Int32Array;
}

/**
 * Sorts the indices of an array by what it holds, in time proportional to its length and the limit.
 *
 * @param limit is above all numbers, none of which is negative.
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
