import type { LinkedUnit } from '../../workspace/project/linkedUnit.ts';
import type { FileLink } from '../../workspace/project/linkFinding.ts';
import { type LinkReason, type LinkRole, linkPlace } from '../../workspace/project/linkReason.ts';

/** A file that is linked to a data file, with each chain of links that leads to it. */
export interface LinkedFileInfo {
  readonly uri: string;
  readonly role: LinkRole;
  /** The chains of links from the data file to this one, in the order in which they were found. */
  readonly ways: readonly (readonly LinkStep[])[];
}

/** One link of a chain: a comment, a setting, an import, an option of the command line. */
export interface LinkStep {
  readonly kind: LinkReason['kind'];
  /** As it is written: `# shapes: shapes/*.ttl`, `owl:imports <http://example.org/units>`. */
  readonly text: string;
  /** The file in which it is written; undefined for settings and options. */
  readonly uri: string | undefined;
  /** The line in that file, 0-based. */
  readonly line: number | undefined;
}

/** Why each file of a unit is linked, in the order in which they were found. */
export function linkedFiles(linked: LinkedUnit): readonly LinkedFileInfo[] {
  const firstLinks = new Map<string, FileLink>();
  for (const link of linked.links) if (!firstLinks.has(link.uri)) firstLinks.set(link.uri, link);
  const data = new Set(linked.unit.data);
  const wayTo = (reason: LinkReason, role: LinkRole): readonly LinkStep[] => {
    const by = linkPlace(reason)?.uri;
    const before = by === undefined || data.has(by) ? undefined : firstLinks.get(by);
    const step = linkStep(reason, role, linked);
    // The first reason of a file is written in a file that was linked before it, so this ends.
    return before ? [...wayTo(before.reasons[0]!, before.role), step] : [step];
  };
  return linked.links.map(({ uri, role, reasons }) => ({
    uri,
    role,
    ways: reasons.map((reason) => wayTo(reason, role)),
  }));
}

function linkStep(reason: LinkReason, role: LinkRole, { documents, foreign, project }: LinkedUnit): LinkStep {
  const { kind } = reason;
  const place = linkPlace(reason);
  const isHidden = place !== undefined && foreign.has(place.uri);
  const lines = place && (place.uri === project?.uri ? project : documents.get(place.uri))?.lines;
  const line = lines?.positionAt(place!.range.start).line;
  const text = (words: string): LinkStep => ({ kind, text: words, uri: place?.uri, line });
  switch (reason.kind) {
    case 'comment':
      return text(isHidden ? `# ${role}` : `# ${role}: ${reason.path}`);
    case 'setting':
      return text(`shaclRepair.links: ${reason.path} for ${reason.data}`);
    case 'project':
      return text(`links: ${reason.path} for ${reason.data}`);
    case 'imports':
      return text(isHidden ? 'owl:imports' : `owl:imports <${reason.iri}>`);
    case 'shapesGraph':
      return text(isHidden ? 'sh:shapesGraph' : `sh:shapesGraph <${reason.iri}>`);
    case 'containsShapes':
      return { kind, text: 'contains shapes', uri: reason.uri, line: undefined };
    case 'named':
      return text(`--${role}`);
  }
}
