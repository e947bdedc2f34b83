import type { TermId } from '../../rdf/terms.ts';

/** The values that are in both lists, in the order of the first list. */
export function inBoth(values: readonly TermId[], others: readonly TermId[]): readonly TermId[] {
  const has = membershipOf(others);
  return values.filter((value) => has(value));
}

/** The values that are only in the first list. */
export function inFirstOnly(values: readonly TermId[], others: readonly TermId[]): readonly TermId[] {
  const has = membershipOf(others);
  return values.filter((value) => !has(value));
}

/** Lists longer than this are searched through a set. */
const scanLimit = 16;

function membershipOf(values: readonly TermId[]): (value: TermId) => boolean {
  if (values.length <= scanLimit) return (value) => values.includes(value);
  const set = new Set(values);
  return (value) => set.has(value);
}
