import type { TermId } from '../../rdf/terms.ts';

/** "1 value", "2 values". */
export function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}

/** "there is none", "there is 1", "there are 3". */
export function thereAre(count: number): string {
  if (count === 0) return 'there is none';
  return count === 1 ? 'there is 1' : `there are ${count}`;
}

/** The first few of many, with how many are left out. */
export function listed(ids: readonly TermId[], print: (id: TermId) => string): string {
  const shown = ids.slice(0, 10).map(print).join(', ');
  return ids.length > 10 ? `${shown} and ${ids.length - 10} more` : shown;
}
