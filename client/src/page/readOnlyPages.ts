import { type Disposable, EventEmitter, type TextDocumentContentProvider, Uri, workspace } from 'vscode';

/** The last page about each file, as read-only documents in Markdown. */
export class ReadOnlyPages implements TextDocumentContentProvider, Disposable {
  readonly #scheme: string;
  readonly #title: string;
  readonly #pages = new Map<string, string>();
  readonly #changed = new EventEmitter<Uri>();
  readonly onDidChange = this.#changed.event;
  readonly #registration: Disposable;

  /**
   * @param scheme of the pages' uris.
   * @param title what the pages are, such as "Coverage".
   */
  constructor(scheme: string, title: string) {
    this.#scheme = scheme;
    this.#title = title;
    this.#registration = workspace.registerTextDocumentContentProvider(scheme, this);
  }

  /** @returns the uri of the page about a file. */
  set(file: Uri, markdown: string): Uri {
    const name = file.path.slice(file.path.lastIndexOf('/') + 1);
    const uri = Uri.from({
      scheme: this.#scheme,
      path: `/${this.#title} of ${name}.md`,
      query: file.toString(),
    });
    this.#pages.set(uri.toString(), markdown);
    this.#changed.fire(uri);
    return uri;
  }

  provideTextDocumentContent(uri: Uri): string {
    return this.#pages.get(uri.toString()) ?? 'Run the command again to see this page.\n';
  }

  dispose(): void {
    this.#registration.dispose();
    this.#changed.dispose();
  }
}
