/**
 * The number of single-character insertions, deletions, replacements and swaps of neighbours that lead from one text to
 * the other; Infinity if more than `limit`.
 */
export function boundedEditDistance(a: string, b: string, limit: number): number {
  if (Math.abs(a.length - b.length) > limit) return Number.POSITIVE_INFINITY;
  let beforeLast: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    let least = i;
    for (let j = 1; j <= b.length; j++) {
      const same = a[i - 1] === b[j - 1];
      let cost = Math.min(last[j]! + 1, row[j - 1]! + 1, last[j - 1]! + (same ? 0 : 1));
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) {
        cost = Math.min(cost, beforeLast[j - 2]! + 1);
      }
      row.push(cost);
      least = Math.min(least, cost);
    }
    if (least > limit) return Number.POSITIVE_INFINITY;
    beforeLast = last;
    last = row;
  }
  return last[b.length]! > limit ? Number.POSITIVE_INFINITY : last[b.length]!;
}

/**
 * The candidate with the nearest text; undefined when none is within the limit. Of equally near candidates, the first one.
 */
export function nearestOf<T>(
  wanted: string,
  candidates: Iterable<T>,
  limit: number,
  textOf: (candidate: T) => string,
): T | undefined {
  let best: { readonly candidate: T; readonly typos: number } | undefined;
  for (const candidate of candidates) {
    const most = best === undefined ? limit : best.typos - 1;
    if (most < 0) break;
    const typos = boundedEditDistance(wanted, textOf(candidate), most);
    if (typos <= most) best = { candidate, typos };
  }
  return best?.candidate;
}
