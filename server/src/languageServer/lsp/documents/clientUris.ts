import type { Diagnostic, WorkspaceEdit } from 'vscode-languageserver';
import { editWithUris } from '../../protocol/methods/editWithUris.ts';
import type { Mirror } from './mirror.ts';

/** The edit with the uris of open documents as the client writes them. */
export function editWithClientUris(edit: WorkspaceEdit, mirror: Mirror): WorkspaceEdit {
  return editWithUris(edit, (uri) => mirror.clientUri(uri));
}

/** The diagnostics with the uris of open documents as the client writes them. */
export function diagnosticsWithClientUris(diagnostics: readonly Diagnostic[], mirror: Mirror): Diagnostic[] {
  return diagnostics.map((diagnostic) => {
    if (!diagnostic.relatedInformation) return diagnostic;
    const relatedInformation = diagnostic.relatedInformation.map(({ location, message }) => ({
      location: { uri: mirror.clientUri(location.uri), range: location.range },
      message,
    }));
    return { ...diagnostic, relatedInformation };
  });
}
