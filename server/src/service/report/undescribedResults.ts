import {
  groupMessage,
  type ResultCause,
  type ResultGroup as UnitGroup,
} from '../ide/diagnostics/undescribed.ts';
import type { RunResult, ValidationRunResult } from './validationRun.ts';

/** Results of a run with one cause. */
export interface RunResultGroup extends ResultCause {
  readonly members: readonly ValidationRunResult[];
  /** A sentence. */
  readonly message: string;
}

/** The groups of some results, one for each namespace and place, in the order of their first results. */
export function resultGroups(results: readonly RunResult[]): readonly RunResultGroup[] {
  const found = new Map<string, { group: UnitGroup; members: ValidationRunResult[] }>();
  for (const result of results) {
    // Recorded units have no groups.
    if ('record' in result) continue;
    const group = result.analysis.groups.find(({ namespace }) => namespace === result.restsOn);
    if (group === undefined) continue;
    const { namespace, place } = group;
    const key = `${place.document.uri} ${place.range.start} ${namespace}`;
    const known = found.get(key);
    if (known) known.members.push(result);
    else found.set(key, { group, members: [result] });
  }
  return [...found.values()].map(({ group: { nodes, ...group }, members }) => ({
    ...group,
    members,
    message: groupMessage({ ...group, members }),
  }));
}

export interface GroupingOptions {
  /** Whether the results of groups are listed one by one as well. */
  readonly showGrouped?: boolean | undefined;
  /** Keys of known results, which come last, because a list may be cut. */
  readonly baseline?: ReadonlySet<string> | undefined;
}

/** What to list for people: the groups, and the results that are in none of them. */
export function resultsToList(
  all: readonly RunResult[],
  { showGrouped = false, baseline }: GroupingOptions,
): { readonly groups: readonly RunResultGroup[]; readonly results: readonly RunResult[] } {
  const groups = resultGroups(all);
  const grouped = new Set<RunResult>(showGrouped ? [] : groups.flatMap(({ members }) => members));
  const listed = all.filter((result) => !grouped.has(result));
  if (!baseline) return { groups, results: listed };
  const isKnown = ({ key }: RunResult) => baseline.has(key);
  return { groups, results: [...listed.filter((result) => !isKnown(result)), ...listed.filter(isKnown)] };
}
