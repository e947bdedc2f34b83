/** P values adjusted for multiple comparisons by Holm's method, in the given order. */
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
