import type { LinkedUnit } from '../../workspace/project/linkedUnit.ts';
import { type LinkedFileInfo, linkedFiles } from '../ide/linkedFiles.ts';

/** A linked file in JSON, with the data file that it is linked to. */
export interface JsonLinkedFile {
  /** The data files of the unit. */
  readonly data: readonly string[];
  readonly uri: string;
  readonly role: LinkedFileInfo['role'];
  /** Each way leads from the data to the file, by one step or, through imports, by several. */
  readonly ways: readonly (readonly JsonLinkStep[])[];
}

export interface JsonLinkStep {
  readonly kind: LinkedFileInfo['ways'][number][number]['kind'];
  readonly text: string;
  /** The file in which the link is written, and the line, 0-based; null for settings and options. */
  readonly uri: string | null;
  readonly line: number | null;
}

/** Which files were linked to the data of a unit, and why. */
export function unitLinksJson(linked: LinkedUnit): readonly JsonLinkedFile[] {
  return linkedFiles(linked).map(({ uri, role, ways }) => ({
    data: linked.unit.data,
    uri,
    role,
    ways: ways.map((way) =>
      way.map(({ kind, text, uri, line }) => ({ kind, text, uri: uri ?? null, line: line ?? null })),
    ),
  }));
}
