import type { Diagnostic, Range, TextDocumentContentChangeEvent, WorkspaceEdit } from 'vscode-languageserver';
import { OpenText } from '../../../base/textChange.ts';
import { UriSpellings } from '../../../workspace/project/uriSpellings.ts';
import { editWithUris } from '../../protocol/methods/repairMethods.ts';

/** An open text after a change, and the edits, each of which applies to the text after the previous one. */
export interface EditedOpenText {
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

  /** @param ignoresCase whether names that differ only in case are the same file. */
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
  ): EditedOpenText | undefined {
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

/** A change of the text in a range. */
export interface TextEdited {
  readonly range: Range;
  readonly text: string;
}

/**
 * The edit of a change, in a range inside of the text. Some clients refer to lines that a text does not have. Others send
 * the whole text, which does not show what was edited, and so not where diagnostics have moved.
 */
export function exactChange(text: OpenText, change: TextDocumentContentChangeEvent): TextEdited {
  if ('range' in change) {
    const [from, to] = [text.offsetAt(change.range.start), text.offsetAt(change.range.end)];
    return { range: rangeOf(text, Math.min(from, to), Math.max(from, to)), text: change.text };
  }
  const before = text.getText();
  const after = change.text;
  const shorter = Math.min(before.length, after.length);
  let start = 0;
  while (start < shorter && before.charCodeAt(start) === after.charCodeAt(start)) start++;
  // Positions can't be between the two characters of a line end.
  if (before[start - 1] === '\r') start--;
  let same = 0;
  while (same < shorter - start && before.at(-1 - same) === after.at(-1 - same)) same++;
  if (same > 0 && before[before.length - same] === '\n') same--;
  return {
    range: rangeOf(text, start, before.length - same),
    text: after.slice(start, after.length - same),
  };
}

function rangeOf(text: OpenText, start: number, end: number): Range {
  return { start: text.positionAt(start), end: text.positionAt(end) };
}

/** The edit with the uris of open documents as the client writes them. */
export function editWithClientUris(edit: WorkspaceEdit, mirror: Mirror): WorkspaceEdit {
  return editWithUris(edit, (uri) => mirror.clientUri(uri));
}

/** The diagnostics with the uris of open documents as the client writes them. */
export function diagnosticsWithClientUris(diagnostics: readonly Diagnostic[], mirror: Mirror): Diagnostic[] {
  // Thousands of diagnostics name a few files.
  const known = new Map<string, string>();
  const clientUri = (uri: string) => {
    const found = known.get(uri) ?? mirror.clientUri(uri);
    known.set(uri, found);
    return found;
  };
  return diagnostics.map((diagnostic) => {
    if (!diagnostic.relatedInformation) return diagnostic;
    const relatedInformation = diagnostic.relatedInformation.map(({ location, message }) => ({
      location: { uri: clientUri(location.uri), range: location.range },
      message,
    }));
    return { ...diagnostic, relatedInformation };
  });
}
