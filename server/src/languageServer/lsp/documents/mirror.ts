import type { TextDocumentContentChangeEvent } from 'vscode-languageserver';
import { OpenText } from '../../../base/openText.ts';
import { UriSpellings } from '../../../workspace/project/uriSpellings.ts';
import { exactChange, type TextEdited } from './exactChange.ts';

/** An open text after a change, and the edits, each of the text that the one before led to. */
export interface ChangedText {
  readonly text: OpenText;
  readonly edits: readonly TextEdited[];
}

/**
 * The open texts as the client has them, kept outside the engine so that a new engine can be given them. They are looked
 * up by any way to write their uris; `clientUri` is the uri as the client writes it.
 */
export class Mirror {
  readonly #texts = new Map<string, { readonly text: OpenText; readonly clientUri: string }>();

  readonly #spellings: UriSpellings;

  /** @param ignoresCase whether names that differ only in case name the same file. */
  constructor(ignoresCase: boolean) {
    this.#spellings = new UriSpellings(ignoresCase);
  }

  open(clientUri: string, version: number, content: string): OpenText {
    const uri = this.#spellings.prefer(clientUri);
    const text = new OpenText(uri, version, content);
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
      text.update([edit], version);
      return edit;
    });
    if (edits.length === 0) text.update([], version);
    return { text, edits };
  }

  close(uri: string): void {
    this.#texts.delete(this.#spellings.of(uri));
  }

  get(uri: string): OpenText | undefined {
    return this.#texts.get(this.#spellings.of(uri))?.text;
  }

  all(): readonly OpenText[] {
    return [...this.#texts.values()].map(({ text }) => text);
  }

  clientUri(uri: string): string {
    return this.#texts.get(this.#spellings.of(uri))?.clientUri ?? uri;
  }
}
