import type { TermId } from '../../rdf/terms.ts';

/** The values that both lists have, in the order of the first. */
export function inBoth(values: readonly TermId[], others: readonly TermId[]): readonly TermId[] {
  const has = membershipOf(others);
  return values.filter((value) => has(value));
}

/** The values that only the first list has. */
export function inFirstOnly(values: readonly TermId[], others: readonly TermId[]): readonly TermId[] {
  const has = membershipOf(others);
  return values.filter((value) => !has(value));
}

/** To look into longer lists, a set pays off. */
const scanLimit = 16;

function membershipOf(values: readonly TermId[]): (value: TermId) => boolean {
  if (values.length <= scanLimit) return (value) => values.includes(value);
  const set = new Set(values);
  return (value) => set.has(value);
}
