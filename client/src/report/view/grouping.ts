import type { ReportResult } from '../../../../server/src/protocol/editor/protocol.ts';
import { countSeverities, type SeverityCounts, severities } from './severity.ts';

/** What results can be grouped by. */
export const groupings = ['shape', 'component', 'focusNode', 'severity'] as const;

export type Grouping = (typeof groupings)[number];

export interface Group {
  /** What its results have in common; its name among the groups of one grouping. */
  readonly label: string;
  /** In the order of the report. */
  readonly results: readonly ReportResult[];
  readonly counts: SeverityCounts;
}

/** Largest groups first, and by name where they are equally large; severities worst first. */
export function groupResults(results: readonly ReportResult[], grouping: Grouping): readonly Group[] {
  const byLabel = new Map<string, ReportResult[]>();
  for (const result of results) {
    const group = byLabel.get(result[grouping]);
    if (group) group.push(result);
    else byLabel.set(result[grouping], [result]);
  }
  const groups = [...byLabel].map(
    ([label, members]): Group => ({ label, results: members, counts: countSeverities(members) }),
  );
  const rank = ({ results: [first] }: Group) => severities.indexOf(first!.severity);
  if (grouping === 'severity') return groups.sort((a, b) => rank(a) - rank(b));
  return groups.sort((a, b) => b.results.length - a.results.length || (a.label < b.label ? -1 : 1));
}
