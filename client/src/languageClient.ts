import { LanguageClient, type ServerOptions, TransportKind } from 'vscode-languageclient/node';
import { provideCodeActions } from './codeActions.ts';

/** The connection to the language server, given its program, which runs in a process of its own. */
export function createLanguageClient(module: string): LanguageClient {
  const server: ServerOptions = { module, transport: TransportKind.ipc };
  const client: LanguageClient = new LanguageClient('shaclRepair', 'SHACL Repair', server, {
    // Not the read-only copies of files that version control and comparisons open.
    documentSelector: ['file', 'untitled', 'vscode-vfs'].map((scheme) => ({ scheme, language: 'turtle' })),
    middleware: {
      provideCodeActions: (document, range, codeActionContext, token) =>
        provideCodeActions(client, document, range, codeActionContext, token),
    },
  });
  return client;
}
