import type { TextDocumentContentChangeEvent } from 'vscode-languageserver';
import { TextDocument } from 'vscode-languageserver-textdocument';
import { normalizeUri } from '../../project/uris.ts';

/**
 * The open texts as the client has them, kept outside the engine so that a new engine can be given them. They are looked
 * up by normalized uris; `clientUri` is the uri as the client writes it.
 */
export class Mirror {
  readonly #texts = new Map<string, { readonly text: TextDocument; readonly clientUri: string }>();

  open(clientUri: string, languageId: string, version: number, content: string): TextDocument {
    const uri = normalizeUri(clientUri);
    const text = TextDocument.create(uri, languageId, version, content);
    this.#texts.set(uri, { text, clientUri });
    return text;
  }

  /** Undefined when the document is not open. */
  change(
    uri: string,
    version: number,
    changes: readonly TextDocumentContentChangeEvent[],
  ): TextDocument | undefined {
    const known = this.get(uri);
    return known && TextDocument.update(known, [...changes], version);
  }

  close(uri: string): void {
    this.#texts.delete(normalizeUri(uri));
  }

  get(uri: string): TextDocument | undefined {
    return this.#texts.get(normalizeUri(uri))?.text;
  }

  all(): readonly TextDocument[] {
    return [...this.#texts.values()].map(({ text }) => text);
  }

  clientUri(uri: string): string {
    return this.#texts.get(uri)?.clientUri ?? uri;
  }
}
