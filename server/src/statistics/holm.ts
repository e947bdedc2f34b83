/**
 * P values that may be read side by side, by the method of Holm: the probability that any of those up to here would come
 * out by chance is at most this. In the order given.
 */
export function holm(pValues: readonly number[]): readonly number[] {
  const order = [...pValues.keys()].sort((a, b) => pValues[a]! - pValues[b]!);
  const adjusted = new Array<number>(pValues.length);
  let highest = 0;
  order.forEach((index, rank) => {
    highest = Math.max(highest, Math.min(1, (pValues.length - rank) * pValues[index]!));
    adjusted[index] = highest;
  });
  return adjusted;
}
