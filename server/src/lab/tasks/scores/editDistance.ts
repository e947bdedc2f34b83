/**
 * The number of characters to delete and insert to turn one text into another, in UTF-16 units. Takes time in
 * proportion to the product of the lengths of the parts that differ.
 */
export function editDistance(from: string, to: string): number {
  let start = 0;
  while (start < from.length && start < to.length && from[start] === to[start]) start++;
  let end = 0;
  const most = Math.min(from.length, to.length) - start;
  while (end < most && from[from.length - 1 - end] === to[to.length - 1 - end]) end++;
  const a = from.slice(start, from.length - end);
  const b = to.slice(start, to.length - end);
  if (a === '' || b === '') return a.length + b.length;
  // Row by row: the distance from the prefix of `a` read so far to each prefix of `b`.
  let row = Uint32Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 0; i < a.length; i++) {
    const next = new Uint32Array(b.length + 1);
    next[0] = i + 1;
    for (let j = 0; j < b.length; j++) {
      next[j + 1] = a[i] === b[j] ? row[j]! : 1 + Math.min(row[j + 1]!, next[j]!);
    }
    row = next;
  }
  return row[b.length]!;
}
