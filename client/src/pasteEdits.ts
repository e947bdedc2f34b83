import {
  type CancellationToken,
  type DataTransfer,
  DataTransferItem,
  type Disposable,
  DocumentDropOrPasteEditKind,
  DocumentPasteEdit,
  type DocumentPasteEditProvider,
  languages,
  type Range,
  type TextDocument,
  WorkspaceEdit,
} from 'vscode';
import type { LanguageClient } from 'vscode-languageclient/node';
import { ask } from './ask.ts';
import { turtleFiles } from './languageClient.ts';

/** Pastes Turtle with the prefixes that it needs, and IRIs as prefixed names. The server says what becomes of a text. */
export function registerPasteEdits(client: LanguageClient): Disposable {
  return languages.registerDocumentPasteEditProvider(turtleFiles, new PasteEdits(client), {
    providedPasteEditKinds: [kind],
    copyMimeTypes: [mimeType],
    // Additional clipboard data is kept only for types that are named here.
    pasteMimeTypes: ['text/plain', mimeType],
  });
}

const kind = DocumentDropOrPasteEditKind.TextUpdateImports.append('turtle');

/** What a copied text carries along: the namespaces of its prefixes, as JSON. */
const mimeType = 'application/vnd.shacl-repair.prefixes+json';

class PasteEdits implements DocumentPasteEditProvider {
  readonly #client: LanguageClient;

  constructor(client: LanguageClient) {
    this.#client = client;
  }

  async prepareDocumentPaste(
    document: TextDocument,
    [range]: readonly Range[],
    dataTransfer: DataTransfer,
    token: CancellationToken,
  ): Promise<void> {
    if (!range) return;
    // Without a selection, the line is copied.
    const copied = range.isEmpty ? document.lineAt(range.start).range : range;
    // A paste has to go on without an answer.
    const answer = await ask(this.#client, 'shaclRepair/copy', this.#place(document, copied), token).catch(
      () => null,
    );
    if (answer) dataTransfer.set(mimeType, new DataTransferItem(JSON.stringify(answer.prefixes)));
  }

  async provideDocumentPasteEdits(
    document: TextDocument,
    ranges: readonly Range[],
    dataTransfer: DataTransfer,
    _context: unknown,
    token: CancellationToken,
  ): Promise<DocumentPasteEdit[]> {
    const text = await dataTransfer.get('text/plain')?.asString();
    const [range] = ranges;
    if (!range || ranges.length > 1 || !text) return [];
    const json = await dataTransfer.get(mimeType)?.asString();
    const prefixes = json ? JSON.parse(json) : {};
    const pasted = { ...this.#place(document, range), text, prefixes };
    const answer = await ask(this.#client, 'shaclRepair/paste', pasted, token).catch(() => null);
    if (!answer) return [];
    const edit = new DocumentPasteEdit(answer.text, 'Insert with Prefixes', kind);
    const declarations = await this.#client.protocol2CodeConverter.asTextEdits([...answer.edits], token);
    if (declarations.length > 0) {
      edit.additionalEdit = new WorkspaceEdit();
      edit.additionalEdit.set(document.uri, declarations);
    }
    return [edit];
  }

  #place(document: TextDocument, range: Range) {
    const { code2ProtocolConverter: toProtocol } = this.#client;
    return { textDocument: toProtocol.asTextDocumentIdentifier(document), range: toProtocol.asRange(range) };
  }
}
