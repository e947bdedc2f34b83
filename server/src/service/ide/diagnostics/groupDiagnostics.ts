import type { SeverityLevel } from '../../../shacl/shapesGraph/severityLevel.ts';
import type { FileDiagnostic } from '../analysis.ts';
import type { PlacedDiagnostic } from './diagnostics.ts';
import type { PlacedViolation } from './placedViolation.ts';
import { groupCode, groupMessage, groupRemedy, groupSeverity, type ResultGroup } from './undescribed.ts';

/** The key by which the fixes of a group find its diagnostic. */
export function groupKey({ namespace }: Pick<ResultGroup, 'namespace'>): string {
  return `undescribed ${namespace}`;
}

/** One diagnostic for a group, where its namespace is declared or imported. */
export function groupDiagnostic(group: ResultGroup, isExpanded: boolean): PlacedDiagnostic {
  const { place } = group;
  return {
    uri: place.document.uri,
    diagnostic: {
      range: place.range,
      severity: isExpanded ? 'information' : severities[groupSeverity(group)],
      source: 'SHACL Repair',
      code: groupCode(group),
      codeHref: undefined,
      message: `${groupMessage(group)}\n${groupRemedy(group)}`,
      related: [],
      key: groupKey(group),
    },
  };
}

/** The diagnostic of a result, as a hint while its group represents it. */
export function withinGroup(
  found: PlacedDiagnostic | undefined,
  { restsOn }: PlacedViolation,
  expanded: ReadonlySet<string>,
): PlacedDiagnostic | undefined {
  if (!found || restsOn === undefined || expanded.has(restsOn)) return found;
  return { ...found, diagnostic: { ...found.diagnostic, severity: 'hint' } };
}

const severities: Readonly<Record<SeverityLevel, FileDiagnostic['severity']>> = {
  violation: 'error',
  warning: 'warning',
  info: 'information',
};

/** More lines than these would hide the first. */
const shownOthers = 8;

/**
 * Makes one problem of the results at one place that are about the same value of the same node, so that a value which
 * breaks three constraints is one entry and one underline. The most severe result comes first; its message, code and
 * severity are those of the problem. The order of problems is that of their first results.
 */
export function mergeResultsOfOneValue(found: readonly FileDiagnostic[]): FileDiagnostic[] {
  const counts = new Map<number, number>();
  for (const { range } of found) counts.set(range.start, (counts.get(range.start) ?? 0) + 1);
  const groups = new Map<string, FileDiagnostic[]>();
  const problems: FileDiagnostic[][] = [];
  for (const diagnostic of found) {
    const { range, subject, key } = diagnostic;
    // Most are alone at their place, and a name takes longer than the rest.
    const isAlone = counts.get(range.start) === 1 || subject === undefined || key === undefined;
    const name = isAlone ? '' : `${range.start} ${range.end} ${subject}`;
    const group = groups.get(name);
    if (group) group.push(diagnostic);
    else {
      const begun = [diagnostic];
      problems.push(begun);
      if (!isAlone) groups.set(name, begun);
    }
  }
  return problems.map((group) => (group.length === 1 ? group[0]! : merged(group)));
}

const severitiesInOrder: readonly FileDiagnostic['severity'][] = ['error', 'warning', 'information', 'hint'];

function merged(group: readonly FileDiagnostic[]): FileDiagnostic {
  const [first, ...others] = group.toSorted(bySeverity);
  const related = new Map(
    [first!, ...others]
      .flatMap((each) => each.related)
      .map((each) => [`${each.place.uri} ${each.place.range.start} ${each.message}`, each]),
  );
  return {
    ...first!,
    message: joinedMessages(first!.message, others),
    related: [...related.values()],
    others: others.map(({ key, code, message }) => ({ key: key!, code, message: message.split('\n')[0]! })),
  };
}

/** Equally severe results are in an order that does not depend on which were found first. */
function bySeverity(a: FileDiagnostic, b: FileDiagnostic): number {
  const order = severitiesInOrder.indexOf(a.severity) - severitiesInOrder.indexOf(b.severity);
  const [left, right] = [`${a.code} ${a.message}`, `${b.code} ${b.message}`];
  return order || (left < right ? -1 : Number(left > right));
}

/** The message of the first result, then a line for each other one. Repeated lines are left out. */
function joinedMessages(first: string, others: readonly FileDiagnostic[]): string {
  const said = new Set(first.split('\n'));
  const lines = [...said];
  for (const { message } of others.slice(0, shownOthers)) {
    const [main, ...more] = message.split('\n').filter((line) => !said.has(line));
    for (const line of main === undefined ? [] : [`and: ${main}`, ...more]) lines.push(line);
    for (const line of message.split('\n')) said.add(line);
  }
  const left = others.length - shownOthers;
  return [...lines, ...(left > 0 ? [`and ${left} more`] : [])].join('\n');
}
