import type { TermId } from '../../rdf/terms.ts';

/** A number in words: "none", "1", "2", "more than 1000". */
export function howMany(count: number, isMore = false): string {
  if (isMore) return `more than ${count}`;
  return count === 0 ? 'none' : String(count);
}

/** Prints the first few items and says how many were left out. */
export function listed<Item = TermId>(items: readonly Item[], print: (item: Item) => string): string {
  const shown = items.slice(0, 10).map(print).join(', ');
  return items.length > 10 ? `${shown} and ${items.length - 10} more` : shown;
}
