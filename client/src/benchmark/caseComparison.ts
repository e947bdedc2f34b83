import {
  commands,
  type Disposable,
  type TextDocumentContentProvider,
  type TextDocumentShowOptions,
  Uri,
  window,
  workspace,
} from 'vscode';
import { folderName, type Suites } from './suites.ts';

const scheme = 'shacl-repair-case';

/** Where a read-only text comes from. */
interface Source {
  /** Of suite.json. */
  readonly suite: string;
  readonly id: string;
  readonly side: 'original' | 'violated';
}

/** The texts before and after the change of a case, side by side. They are read anew when the extension has started again. */
export class CaseComparison implements TextDocumentContentProvider, Disposable {
  readonly #suites: Suites;
  readonly #texts = new Map<string, string>();
  readonly #disposables: readonly Disposable[];

  constructor(suites: Suites) {
    this.#suites = suites;
    this.#disposables = [
      workspace.registerTextDocumentContentProvider(scheme, this),
      workspace.onDidCloseTextDocument(({ uri }) => this.#texts.delete(uri.toString())),
    ];
  }

  async open(suite: Uri, id: string, options: TextDocumentShowOptions): Promise<void> {
    const texts = await this.#suites.texts(suite, id);
    if (texts.kind === 'failed') {
      void window.showErrorMessage(texts.message);
      return;
    }
    const { name, original, violated } = texts;
    const left = uriOf(name, { suite: suite.toString(), id, side: 'original' });
    const right = uriOf(name, { suite: suite.toString(), id, side: 'violated' });
    this.#texts.set(left.toString(), original);
    this.#texts.set(right.toString(), violated);
    const title = `${name} ↔ ${id} of ${folderName(suite)}`;
    await commands.executeCommand('vscode.diff', left, right, title, options);
  }

  async provideTextDocumentContent(uri: Uri): Promise<string> {
    const known = this.#texts.get(uri.toString());
    if (known !== undefined) return known;
    const { suite, id, side } = JSON.parse(uri.query) as Source;
    const texts = await this.#suites.texts(Uri.parse(suite), id);
    return texts.kind === 'failed' ? `# ${texts.message}\n` : texts[side];
  }

  dispose(): void {
    for (const disposable of this.#disposables) disposable.dispose();
  }
}

function uriOf(name: string, source: Source): Uri {
  // A slash would hide what is before it in the title.
  return Uri.from({
    scheme,
    path: `/${source.id}/${name.replaceAll('/', '∕')}`,
    query: JSON.stringify(source),
  });
}
