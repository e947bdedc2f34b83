/** The most frequent item, the first of several; undefined when there is none. */
export function mostFrequent<T>(items: readonly T[]): T | undefined {
  const counts = new Map<T, number>();
  for (const item of items) counts.set(item, (counts.get(item) ?? 0) + 1);
  let best: T | undefined;
  for (const [item, count] of counts) if (best === undefined || count > counts.get(best)!) best = item;
  return best;
}
