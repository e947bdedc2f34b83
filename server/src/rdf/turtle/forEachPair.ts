/**
 * Calls back for the pairs whose first number is at least `from` and less than `to`.
 *
 * @param pairs first and second numbers in turn, sorted by the first.
 */
export function forEachPair(
  pairs: Int32Array,
  from: number,
  to: number,
  visit: (first: number, second: number) => void,
): void {
  let low = 0;
  let high = pairs.length >> 1;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (pairs[2 * middle]! < from) low = middle + 1;
    else high = middle;
  }
  for (let at = 2 * low; at < pairs.length && pairs[at]! < to; at += 2) visit(pairs[at]!, pairs[at + 1]!);
}
