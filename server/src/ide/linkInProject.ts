import type { LineIndex } from '../base/lineIndex.ts';
import type { DocumentStore } from '../project/documentStore.ts';
import { findProjectFile } from '../project/findProjectFile.ts';
import { linkEdit } from '../project/projectFileEdit.ts';
import type { FileEdits } from './analysis.ts';

/** How a link is written into the project file. */
export interface ProjectLinkInfo {
  readonly edits: FileEdits;
  /** The lines of the text that the edits are for. */
  readonly lines: LineIndex;
}

export interface ProjectLinkOptions {
  readonly store: DocumentStore;
  /** The workspace folders. */
  readonly folders: readonly string[];
  readonly versionOf: (uri: string) => number | null;
}

/**
 * The edit that links shapes to a data file in its project file. Undefined where there is none that counts, and where it
 * can't be written into.
 */
export async function linkInProject(
  uri: string,
  shapes: readonly string[],
  { store, folders, versionOf }: ProjectLinkOptions,
): Promise<ProjectLinkInfo | undefined> {
  const { file } = await findProjectFile(uri, store, folders);
  const edit = file && linkEdit(file, uri, shapes);
  if (!edit) return undefined;
  const changes = edit === 'linked' ? [] : [{ ...edit, placeholders: [] }];
  return { edits: { uri: file.uri, version: versionOf(file.uri), edits: changes }, lines: file.lines };
}
