import { element } from '../../page/view/elements.ts';
import { type SeverityCounts, severities } from './severity.ts';

/** Counts as a bar with a part for each severity. The numbers beside it say the same to screen readers. */
export function severityBar(counts: SeverityCounts, longest: number): HTMLElement {
  const parts = severities
    .filter((severity) => counts[severity] > 0)
    .map((severity) => {
      const part = element('span', { class: severity });
      // By script, because the page allows no style attributes.
      part.style.width = `${(100 * counts[severity]) / Math.max(1, longest)}%`;
      return part;
    });
  return element('span', { class: 'bar', 'aria-hidden': 'true' }, ...parts);
}
