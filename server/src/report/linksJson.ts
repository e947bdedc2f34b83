import { lazyList, type StreamableJson } from '../base/jsonText.ts';
import { type LinkedFileInfo, linkedFiles } from '../ide/linkedFiles.ts';
import type { ValidationRun } from './validationRun.ts';

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

/** Which files were linked to the data of a run, and why. */
export function linksJson({
  analyses,
}: Pick<ValidationRun, 'analyses'>): StreamableJson<readonly JsonLinkedFile[]> {
  const found = analyses.flatMap(({ graphs: { linked } }) =>
    linkedFiles(linked).map((file) => ({ data: linked.unit.data, file })),
  );
  return lazyList(found, ({ data, file: { uri, role, ways } }) => ({
    data,
    uri,
    role,
    ways: ways.map((way) =>
      way.map(({ kind, text, uri, line }) => ({ kind, text, uri: uri ?? null, line: line ?? null })),
    ),
  }));
}
