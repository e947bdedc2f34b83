import type { TextDocumentContentChangeEvent } from 'vscode-languageserver';
import { TextDocument } from 'vscode-languageserver-textdocument';
import { normalizeUri } from '../../project/uris.ts';
import { exactChange, type TextEdited } from './exactChange.ts';

/** An open text after a change, and the edits, each of the text that the one before led to. */
export interface ChangedText {
  readonly text: TextDocument;
  readonly edits: readonly TextEdited[];
}

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

  /**
   * Changes a text in place.
   *
   * @returns the text and what was edited in it; undefined when the document is not open.
   */
  change(
    uri: string,
    version: number,
    changes: readonly TextDocumentContentChangeEvent[],
  ): ChangedText | undefined {
    const text = this.get(uri);
    if (!text) return undefined;
    const edits = changes.map((change) => {
      const edit = exactChange(text, change);
      TextDocument.update(text, [edit], version);
      return edit;
    });
    if (edits.length === 0) TextDocument.update(text, [], version);
    return { text, edits };
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
