import {
  type Disposable,
  EventEmitter,
  type Tab,
  TabInputText,
  TabInputTextDiff,
  type TextDocumentContentProvider,
  Uri,
  window,
  workspace,
} from 'vscode';

const scheme = 'shacl-repair-model';

/** Read-only documents: prompts, refused answers, and what files would be after a repair. */
export class Previews implements TextDocumentContentProvider, Disposable {
  readonly #texts = new Map<string, string>();
  readonly #changed = new EventEmitter<Uri>();
  readonly #disposables: readonly Disposable[];
  readonly onDidChange = this.#changed.event;
  #count = 0;

  constructor() {
    this.#disposables = [
      this.#changed,
      workspace.registerTextDocumentContentProvider(scheme, this),
      workspace.onDidCloseTextDocument(({ uri }) => this.#texts.delete(uri.toString())),
    ];
  }

  /** A new document. Its title is `name`, whose extension determines the language. */
  add(name: string, text: string): Uri {
    this.#count += 1;
    // A slash would hide what is before it in the title.
    const uri = Uri.from({ scheme, path: `/${name.replaceAll('/', '∕')}`, query: String(this.#count) });
    this.#texts.set(uri.toString(), text);
    return uri;
  }

  async show(name: string, text: string): Promise<Uri> {
    const uri = this.add(name, text);
    await window.showTextDocument(await workspace.openTextDocument(uri), { preview: false });
    return uri;
  }

  provideTextDocumentContent(uri: Uri): string {
    return this.#texts.get(uri.toString()) ?? 'Run the command again to see this.\n';
  }

  /** Closes a document that was shown. */
  async close(uri: Uri): Promise<void> {
    await closeTabs(({ input }) => input instanceof TabInputText && input.uri.toString() === uri.toString());
  }

  /** Closes all comparisons. */
  async closeComparisons(): Promise<void> {
    await closeTabs(({ input }) => input instanceof TabInputTextDiff && input.modified.scheme === scheme);
  }

  dispose(): void {
    for (const disposable of this.#disposables) disposable.dispose();
  }
}

async function closeTabs(isMeant: (tab: Tab) => boolean): Promise<void> {
  await window.tabGroups.close(window.tabGroups.all.flatMap(({ tabs }) => tabs.filter(isMeant)));
}
