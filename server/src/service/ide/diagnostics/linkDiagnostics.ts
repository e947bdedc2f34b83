import type { LinkFinding } from '../../../workspace/project/linkFinding.ts';
import { fileNameOfUri } from '../../../workspace/project/uris.ts';
import type { FileDiagnostic } from '../analysis.ts';
import type { LinkInvitationInfo } from '../linkCandidates.ts';
import type { PlacedDiagnostic } from './diagnostics.ts';
import type { ResultGroup } from './undescribed.ts';

/**
 * The problems of links. The imports of a file that nothing resolves are one problem, at the first of them. Those that are
 * the place of a group of results are left to the group, which reports the same and its consequences.
 */
export function linkDiagnostics(
  findings: readonly LinkFinding[],
  groups: readonly Pick<ResultGroup, 'place'>[],
): readonly PlacedDiagnostic[] {
  const withGroup = new Set(groups.map(({ place }) => placeKey(place.document.uri, place.range.start)));
  const byFile = new Map<string, LinkFinding[]>();
  const alone: LinkFinding[] = [];
  for (const finding of findings) {
    if (!isPlainImport(finding)) {
      alone.push(finding);
    } else if (!withGroup.has(placeKey(finding.uri, finding.range.start))) {
      const ofFile = byFile.get(finding.uri);
      if (ofFile) ofFile.push(finding);
      else byFile.set(finding.uri, [finding]);
    }
  }
  return [...alone.map(linkDiagnostic), ...[...byFile.values()].map(importsDiagnostic)];
}

/** The key by which fixes of a link find it, as long as the text is the same. */
export function linkFindingKey({ range, message }: LinkFinding): string {
  return `link ${range.start} ${message}`;
}

/** The key by which the fix of an invitation finds it. */
export const linkInvitationKey = 'link shapes';

/** Reports at the start of a file with which shapes it can be checked. */
export function invitationDiagnostic({ message }: LinkInvitationInfo): FileDiagnostic {
  return {
    range: { start: 0, end: 0 },
    severity: 'hint',
    source: 'SHACL Repair',
    code: 'linkShapes',
    codeHref: undefined,
    message: `${message} A quick fix checks this file with it.`,
    related: [],
    key: linkInvitationKey,
  };
}

/** An import that has no fix of its own. */
function isPlainImport({ unresolvedImport, fixes }: LinkFinding): boolean {
  return unresolvedImport !== undefined && fixes.length === 0;
}

function linkDiagnostic(finding: LinkFinding): PlacedDiagnostic {
  const { uri, range, severity, message } = finding;
  return {
    uri,
    diagnostic: {
      range,
      severity,
      source: 'SHACL Repair',
      code: 'link',
      codeHref: undefined,
      message,
      related: [],
      key: linkFindingKey(finding),
    },
  };
}

function importsDiagnostic(findings: readonly LinkFinding[]): PlacedDiagnostic {
  const inOrder = findings.toSorted((a, b) => a.range.start - b.range.start);
  const [first, ...others] = inOrder;
  const { uri, diagnostic } = linkDiagnostic(first!);
  if (others.length === 0) return { uri, diagnostic };
  const listed = inOrder.slice(0, shownImports).map(({ unresolvedImport }) => `<${unresolvedImport}>`);
  if (inOrder.length > shownImports) listed.push(`and ${inOrder.length - shownImports} more`);
  const message = `owl:imports in ${fileNameOfUri(uri)}: no file of the workspace declares these ${inOrder.length} ontologies, so their contents are not used. Add the files, link them, or fetch them (shacl-repair imports).`;
  return {
    uri,
    diagnostic: {
      ...diagnostic,
      message: [message, ...listed].join('\n'),
      related: others.slice(0, shownImports).map(({ range, unresolvedImport }) => ({
        place: { uri, range },
        message: `No file of the workspace declares <${unresolvedImport}>.`,
      })),
    },
  };
}

const shownImports = 8;

function placeKey(uri: string, start: number): string {
  return `${start} ${uri}`;
}
