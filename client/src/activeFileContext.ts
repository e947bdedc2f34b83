import { commands, type Disposable, window } from 'vscode';
import type { Statuses } from './statuses.ts';

/** Keeps what is true of the active file, by which package.json shows commands, as a context key. */
export class ActiveFileContext implements Disposable {
  readonly #key: string;
  readonly #holds: () => boolean;
  readonly #disposables: readonly Disposable[];
  #value = false;

  constructor(key: string, statuses: Statuses, holds: (statuses: Statuses) => boolean) {
    this.#key = key;
    this.#holds = () => holds(statuses);
    this.#disposables = [
      statuses.onDidChange(() => this.#update()),
      window.onDidChangeActiveTextEditor(() => this.#update()),
    ];
    this.#update();
  }

  dispose(): void {
    for (const disposable of this.#disposables) disposable.dispose();
  }

  #update(): void {
    const value = this.#holds();
    if (value === this.#value) return;
    this.#value = value;
    void commands.executeCommand('setContext', this.#key, value);
  }
}

export function lacksImports(statuses: Statuses): boolean {
  const uri = window.activeTextEditor?.document.uri;
  return uri !== undefined && (statuses.get(uri)?.lackingImports ?? []).length > 0;
}
