import type { WorkspaceEdit } from 'vscode-languageserver';

/** An edit with other uris for the documents that it changes, such as those of open documents as the client writes them. */
export function editWithUris(edit: WorkspaceEdit, uriFor: (uri: string) => string): WorkspaceEdit {
  const { changes, documentChanges } = edit;
  return {
    ...edit,
    ...(changes && {
      changes: Object.fromEntries(Object.entries(changes).map(([uri, edits]) => [uriFor(uri), edits])),
    }),
    ...(documentChanges && {
      documentChanges: documentChanges.map((change) => {
        if (!('textDocument' in change)) return change;
        const { uri, version } = change.textDocument;
        return { ...change, textDocument: { uri: uriFor(uri), version } };
      }),
    }),
  };
}
