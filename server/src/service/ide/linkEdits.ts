import { type LineIndex, lineBreakOf } from '../../base/lineIndex.ts';
import type { TurtleDocument } from '../../rdf/turtle/turtleDocument.ts';
import type { DocumentStore } from '../../workspace/project/documentStore.ts';
import { findProjectFile } from '../../workspace/project/findProjectFile.ts';
import { linkEdit } from '../../workspace/project/projectFileEdit.ts';
import { folderOf, isInFolder, pathOfUri, pathTo } from '../../workspace/project/uris.ts';
import type { FileEdits } from './analysis.ts';
import { headerComment } from './repairs/contextLink.ts';

/** Where a link is written: into the project file of a data file, or into a comment at its top. */
export type LinkHolder = 'project' | 'comment';

/** How a link is written. */
export interface LinkEditsInfo {
  readonly place: LinkHolder;
  readonly edits: FileEdits;
  /** The lines of the text to which the edits apply. */
  readonly lines: LineIndex;
}

export interface LinkEditsOptions {
  readonly store: DocumentStore;
  /** The workspace folders. */
  readonly folders: readonly string[];
  readonly versionOf: (uri: string) => number | null;
  /** The only place that may be written. Without it, any place, the project file first. */
  readonly place?: LinkHolder | undefined;
}

/** The edit that links shapes to an open data file. Undefined where nothing can be written in the given place. */
export async function linkEdits(
  document: TurtleDocument,
  shapes: readonly string[],
  { store, folders, versionOf, place }: LinkEditsOptions,
): Promise<LinkEditsInfo | undefined> {
  const { uri } = document;
  if (place !== 'comment') {
    const { file } = await findProjectFile(uri, store, folders);
    const edit = file && linkEdit(file, uri, shapes);
    if (edit) {
      const changes = edit === 'linked' ? [] : [{ ...edit, placeholders: [] }];
      const edits = { uri: file.uri, version: versionOf(file.uri), edits: changes };
      return { place: 'project', edits, lines: file.lines };
    }
    if (place === 'project') return undefined;
  }
  const lines = shapes.map(
    (each) => `# shapes: ${isInFolder(uri) ? pathTo(folderOf(uri), each) : pathOfUri(each)}`,
  );
  const edit = headerComment(document, lines.join(lineBreakOf(document.text)));
  if (!edit) return undefined;
  const edits = { uri, version: versionOf(uri), edits: [{ ...edit, placeholders: [] }] };
  return { place: 'comment', edits, lines: document.lines };
}
