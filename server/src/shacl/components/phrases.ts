import { inDigits } from '../../base/counted.ts';
import type { TermId } from '../../rdf/terms.ts';
import type { ResultDetails } from '../model/component.ts';

/** What was found on a path: "no value of ex:p", "1 value of ex:p", "more than 1,000 values of ex:p". */
export function valuesOf(
  { found = 0, isMore = false }: Pick<ResultDetails, 'found' | 'isMore'>,
  path: string,
): string {
  const number = isMore ? `more than ${inDigits(found)}` : found === 0 ? 'no' : inDigits(found);
  return `${number} ${found === 1 || (found === 0 && !isMore) ? 'value' : 'values'} of ${path}`;
}

/** What a maximum allows: "at most 1 is allowed", "none is allowed". */
export function atMostAllowed(count: number): string {
  if (count === 0) return 'none is allowed';
  return `at most ${inDigits(count)} ${count === 1 ? 'is' : 'are'} allowed`;
}

/** A number in words, as in recorded messages: "none", "1", "2", "more than 1000". */
export function howMany(count: number, isMore = false): string {
  if (isMore) return `more than ${count}`;
  return count === 0 ? 'none' : String(count);
}

/** Prints the first few items and how many were left out. */
export function listed<Item = TermId>(
  items: readonly Item[],
  print: (item: Item) => string,
  between = ', ',
): string {
  const shown = items.slice(0, 10).map(print).join(between);
  return items.length > 10 ? `${shown} and ${items.length - 10} more` : shown;
}
