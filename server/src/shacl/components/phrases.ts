import type { TermId } from '../../rdf/terms.ts';

/** "1 value", "2 values". */
export function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}

/** "none", "1", "2". */
export function howMany(count: number): string {
  return count === 0 ? 'none' : String(count);
}

/** The first few of many, with how many are left out. */
export function listed(ids: readonly TermId[], print: (id: TermId) => string): string {
  const shown = ids.slice(0, 10).map(print).join(', ');
  return ids.length > 10 ? `${shown} and ${ids.length - 10} more` : shown;
}
