import type { ReportResult } from '../../../../server/src/languageServer/protocol/editor/protocol.ts';

export type Severity = ReportResult['severity'];

/** Worst first. */
export const severities: readonly Severity[] = ['violation', 'warning', 'info'];

export type SeverityCounts = Readonly<Record<Severity, number>>;

export function countSeverities(results: readonly ReportResult[]): SeverityCounts {
  const counts = { violation: 0, warning: 0, info: 0 };
  for (const { severity } of results) counts[severity]++;
  return counts;
}

/** `3 violations, 1 warning`; empty for no results. */
export function severityText(counts: SeverityCounts): string {
  return severities
    .filter((severity) => counts[severity] > 0)
    .map((severity) => countedSeverity(severity, counts[severity]))
    .join(', ');
}

/** `1 violation`, `2 infos`. */
export function countedSeverity(severity: Severity, count: number): string {
  return `${count.toLocaleString('en')} ${severity}${count === 1 ? '' : 's'}`;
}
