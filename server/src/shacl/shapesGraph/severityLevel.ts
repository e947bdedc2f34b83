import type { TermId } from '../../rdf/terms.ts';
import { sh } from '../../rdf/vocab.ts';

/** The severity levels of results, worst first. Severities that a shapes graph defines itself count as violations. */
export const severityLevels = ['violation', 'warning', 'info'] as const;

export type SeverityLevel = (typeof severityLevels)[number];

/** The levels of results in verdicts: with `debug` ones, of sh:Debug and sh:Trace, data conform (SHACL 1.2). */
export const resultLevels = [...severityLevels, 'debug'] as const;

export type ResultLevel = (typeof resultLevels)[number];

export function resultLevel(severity: TermId): ResultLevel {
  if (severity === sh.Warning) return 'warning';
  if (severity === sh.Info) return 'info';
  return severity === sh.Debug || severity === sh.Trace ? 'debug' : 'violation';
}

/** The level as which a result is shown. */
export function severityLevel(severity: TermId): SeverityLevel {
  const level = resultLevel(severity);
  return level === 'debug' ? 'info' : level;
}

/** True when `level` is at least as bad as `threshold`. */
export function reaches(level: ResultLevel, threshold: SeverityLevel): boolean {
  return resultLevels.indexOf(level) <= resultLevels.indexOf(threshold);
}

/** The severities of SHACL at a level and above. */
export function severitiesFrom(level: SeverityLevel): readonly TermId[] {
  return [sh.Violation, sh.Warning, sh.Info].slice(0, severityLevels.indexOf(level) + 1);
}
