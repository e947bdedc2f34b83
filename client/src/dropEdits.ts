import {
  type CancellationToken,
  type DataTransfer,
  type Disposable,
  DocumentDropEdit,
  DocumentDropOrPasteEditKind,
  languages,
  type TextDocument,
  Uri,
  WorkspaceEdit,
  workspace,
} from 'vscode';
import type { LanguageClient } from 'vscode-languageclient/node';
import { ask } from './ask.ts';
import { turtleFiles } from './languageClient.ts';

/** Links a Turtle file that is dropped into another one, as its shapes or as its context. */
export function registerDropEdits(client: LanguageClient): Disposable {
  const provideDocumentDropEdits = async (
    document: TextDocument,
    _position: unknown,
    dataTransfer: DataTransfer,
    token: CancellationToken,
  ): Promise<DocumentDropEdit[]> => {
    const list = await dataTransfer.get('text/uri-list')?.asString();
    const files = (list ?? '').split(/\r?\n/).filter((line) => isTurtle.test(line));
    const [file] = files;
    if (file === undefined || files.length > 1 || file === document.uri.toString()) return [];
    const both = [linkEdit(file, 'shapes'), linkEdit(file, 'context')];
    const edits = (await Promise.all(both)).filter((edit) => edit !== undefined);
    // The folder of the workspace may be called after SHACL, too.
    return isShapes.test(workspace.asRelativePath(Uri.parse(file), false)) ? edits : edits.reverse();

    async function linkEdit(uri: string, as: 'shapes' | 'context'): Promise<DocumentDropEdit | undefined> {
      const textDocument = client.code2ProtocolConverter.asTextDocumentIdentifier(document);
      const edits = await ask(client, 'shaclRepair/linkFile', { textDocument, file: uri, as }, token).catch(
        () => null,
      );
      if (!edits) return undefined;
      const name = workspace.asRelativePath(Uri.parse(uri));
      const edit = new DocumentDropEdit(
        '',
        `Link ${name} as ${as === 'shapes' ? 'Shapes' : 'Context'}`,
        kind,
      );
      edit.additionalEdit = new WorkspaceEdit();
      edit.additionalEdit.set(
        document.uri,
        await client.protocol2CodeConverter.asTextEdits([...edits], token),
      );
      return edit;
    }
  };
  return languages.registerDocumentDropEditProvider(
    turtleFiles,
    { provideDocumentDropEdits },
    { providedDropEditKinds: [kind], dropMimeTypes: ['text/uri-list'] },
  );
}

const kind = DocumentDropOrPasteEditKind.Empty.append('link', 'turtle');
const isTurtle = /\.(?:ttl|turtle|shacl|trig)$/i;
/** What files of shapes, and their folders, are usually called. */
const isShapes = /shape|shacl/i;
