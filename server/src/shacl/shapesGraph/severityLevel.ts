import type { TermId } from '../../rdf/terms.ts';
import { sh } from '../../rdf/vocab.ts';

/** The severity levels of results, worst first. Severities that a shapes graph defines itself count as violations. */
export const severityLevels = ['violation', 'warning', 'info'] as const;

export type SeverityLevel = (typeof severityLevels)[number];

export function severityLevel(severity: TermId): SeverityLevel {
  if (severity === sh.Warning) return 'warning';
  return severity === sh.Info ? 'info' : 'violation';
}

/** True when `level` is at least as bad as `threshold`. */
export function reaches(level: SeverityLevel, threshold: SeverityLevel): boolean {
  return severityLevels.indexOf(level) <= severityLevels.indexOf(threshold);
}
