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

/** The diagnostic of a result, as a hint while its group stands for it. */
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
