import type { TermId } from '../../rdf/terms.ts';
import { sh } from '../../rdf/vocab.ts';

/** How bad a result is, worst first. Severities that shapes make up themselves count as violations. */
export const severityLevels = ['violation', 'warning', 'info'] as const;

export type SeverityLevel = (typeof severityLevels)[number];

export function severityLevel(severity: TermId): SeverityLevel {
  if (severity === sh.Warning) return 'warning';
  return severity === sh.Info ? 'info' : 'violation';
}

/** True when the one is as bad as the other, or worse. */
export function reaches(level: SeverityLevel, threshold: SeverityLevel): boolean {
  return severityLevels.indexOf(level) <= severityLevels.indexOf(threshold);
}
