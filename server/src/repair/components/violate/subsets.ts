/** All subsets of a given size, in the order of the items. Generated lazily, because there may be very many. */
export function* subsets<T>(items: readonly T[], size: number): Iterable<readonly T[]> {
  if (size > items.length) return;
  if (size === 0) {
    yield [];
    return;
  }
  for (let first = 0; first + size <= items.length; first++) {
    for (const rest of subsets(items.slice(first + 1), size - 1)) yield [items[first]!, ...rest];
  }
}
