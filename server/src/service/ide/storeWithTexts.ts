import type { OffsetEdit } from '../../base/textEdit.ts';
import { rereadDocument } from '../../rdf/readers/readWithLibrary.ts';
import { textFormatOf } from '../../rdf/turtle/textFormat.ts';
import { TurtleDocument } from '../../rdf/turtle/turtleDocument.ts';
import { type DocumentStore, isReadable, type Unreadable } from '../../workspace/project/documentStore.ts';
import { matchesGlob } from '../../workspace/project/uris.ts';

/** The text that a file has instead. */
export interface OtherText {
  /** Undefined for a file that is not there. */
  readonly text: string | undefined;
  /** The change that leads to it, if known: then a large text need not be compared. */
  readonly edits?: readonly OffsetEdit[] | undefined;
}

/**
 * The same files, except for some with other texts, which are read as changes of the previous texts. The store itself, and
 * all documents in it, stay unchanged.
 *
 * @param texts by uri; also of files that do not exist, which searches then find.
 */
export async function storeWithTexts(
  store: DocumentStore,
  texts: ReadonlyMap<string, OtherText>,
): Promise<DocumentStore> {
  const changed = new Map<string, TurtleDocument | Unreadable>();
  const created: string[] = [];
  for (const [uri, { text, edits }] of texts) {
    const before = await store.document(uri);
    if (text === undefined) changed.set(uri, missing);
    else if (isReadable(before)) {
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
    workspaceFiles: async () =>
      [...new Set([...(await store.workspaceFiles()), ...created])].filter(
        (uri) => changed.get(uri) !== missing,
      ),
    async list(folderUri, glob, root) {
      const { uris, ...found } = await store.list(folderUri, glob, root);
      const there = uris.filter((uri) => changed.get(uri) !== missing);
      const more = created.filter((uri) => matchesGlob(folderUri, glob, uri) && !there.includes(uri));
      return { ...found, uris: more.length === 0 ? there : [...there, ...more].sort() };
    },
    isOpen: (uri) => store.isOpen(uri),
    liesUnder: async (uri, folderUri) => created.includes(uri) || store.liesUnder(uri, folderUri),
    repositoryOf: (folderUri) => store.repositoryOf(folderUri),
  };
}

const missing: Unreadable = { kind: 'unreadable', reason: 'missing', detail: 'it is not there' };
