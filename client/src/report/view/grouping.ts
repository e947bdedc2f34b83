import type { ReportResult } from '../../../../server/src/languageServer/protocol/editor/protocol.ts';
import { countSeverities, type SeverityCounts, severities } from './severity.ts';

/** What results can be grouped by. */
export const groupings = ['shape', 'component', 'focusNode', 'severity'] as const;

export type Grouping = (typeof groupings)[number];

export interface ReportGroup {
  /** What its results have in common, which identifies it among the groups of one grouping. */
  readonly label: string;
  /** In the order of the report. */
  readonly results: readonly ReportResult[];
  readonly counts: SeverityCounts;
  /** Whether its results are hidden until it is expanded: results that have one cause, however others are grouped. */
  readonly startsCollapsed: boolean;
}

/**
 * Results caused by a namespace or property form one group for each cause, before all others. Largest groups first, and by
 * name where they are equally large; severities worst first.
 */
export function groupResults(results: readonly ReportResult[], grouping: Grouping): readonly ReportGroup[] {
  const ofMissing = groupsBy(results, ({ restsOn }) =>
    restsOn === undefined ? undefined : `Come from ${restsOn}`,
  );
  const others = groupsBy(results, (result) => (result.restsOn === undefined ? result[grouping] : undefined));
  const rank = ({ results: [first] }: ReportGroup) => severities.indexOf(first!.severity);
  const bySize = (a: ReportGroup, b: ReportGroup) =>
    b.results.length - a.results.length || (a.label < b.label ? -1 : 1);
  return [
    ...ofMissing.map((group) => ({ ...group, startsCollapsed: true })).sort(bySize),
    ...others.sort(grouping === 'severity' ? (a, b) => rank(a) - rank(b) : bySize),
  ];
}

/** Whether a group shows its results, when the user changed that for some labels. */
export function isExpanded({ label, startsCollapsed }: ReportGroup, changed: ReadonlySet<string>): boolean {
  return changed.has(label) === startsCollapsed;
}

/** The labels to be changed so that all groups show their results, or none does. */
export function labelsToChange(groups: readonly ReportGroup[], expanded: boolean): readonly string[] {
  return groups.filter(({ startsCollapsed }) => startsCollapsed === expanded).map(({ label }) => label);
}

function groupsBy(
  results: readonly ReportResult[],
  labelOf: (result: ReportResult) => string | undefined,
): ReportGroup[] {
  const byLabel = new Map<string, ReportResult[]>();
  for (const result of results) {
    const label = labelOf(result);
    if (label === undefined) continue;
    const group = byLabel.get(label);
    if (group) group.push(result);
    else byLabel.set(label, [result]);
  }
  return [...byLabel].map(([label, members]) => ({
    label,
    results: members,
    counts: countSeverities(members),
    startsCollapsed: false,
  }));
}
