import type { TextEdit } from '../../base/textEdit.ts';
import { rereadDocument } from '../../rdf/readers/readWithLibrary.ts';
import { textFormatOf } from '../../rdf/turtle/textFormat.ts';
import { TurtleDocument } from '../../rdf/turtle/turtleDocument.ts';
import { type DocumentStore, isReadable } from '../../workspace/project/documentStore.ts';
import { matchesGlob } from '../../workspace/project/uris.ts';

/** The text that a file has instead. */
export interface OtherText {
  readonly text: string;
  /** What leads to it, where that is known: a large text is not compared then. */
  readonly edits?: readonly TextEdit[] | undefined;
}

/**
 * The same files, but for some that have other texts, which are read as the outcome of the texts before. The store itself, and
 * all documents in it, stay as they are.
 *
 * @param texts by uri; also of files that do not exist, which searches find then.
 */
export async function storeWithTexts(
  store: DocumentStore,
  texts: ReadonlyMap<string, OtherText>,
): Promise<DocumentStore> {
  const changed = new Map<string, TurtleDocument>();
  const created: string[] = [];
  for (const [uri, { text, edits }] of texts) {
    const before = await store.document(uri);
    if (isReadable(before)) {
      const isEdited = edits !== undefined && !before.libraryFormat;
      changed.set(uri, isEdited ? before.editedBy(edits) : await rereadDocument(before, text));
    } else {
      changed.set(uri, TurtleDocument.as(textFormatOf(uri), { uri, version: 0, text }));
      created.push(uri);
    }
  }
  return {
    fileUri: (uri) => store.fileUri(uri),
    document: async (uri) => changed.get(uri) ?? store.document(uri),
    text: (uri) => store.text(uri),
    isForeign: async (uri, besideUri) => !created.includes(uri) && store.isForeign(uri, besideUri),
    parse: (document) => store.parse(document),
    workspaceFiles: async () => [...new Set([...(await store.workspaceFiles()), ...created])],
    async list(folderUri, glob, root) {
      const found = await store.list(folderUri, glob, root);
      const more = created.filter((uri) => matchesGlob(folderUri, glob, uri) && !found.uris.includes(uri));
      return more.length === 0 ? found : { ...found, uris: [...found.uris, ...more].sort() };
    },
    isOpen: (uri) => store.isOpen(uri),
    liesUnder: async (uri, folderUri) => created.includes(uri) || store.liesUnder(uri, folderUri),
    repositoryOf: (folderUri) => store.repositoryOf(folderUri),
  };
}
