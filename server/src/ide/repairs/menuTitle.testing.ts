import type { CodeActionInfo } from '../analysis.ts';

/** The entry of a menu, as editors show it. */
export function menuTitle({ title, evidence }: Pick<CodeActionInfo, 'title' | 'evidence'>): string {
  return evidence === undefined ? title : `${title} (${evidence})`;
}
