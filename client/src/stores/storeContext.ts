import { commands, type Disposable, window } from 'vscode';
import type { Statuses } from '../statuses.ts';
import { storesOfActiveFile } from './pickStore.ts';

/** Keeps `shaclRepair.namesStore`, by which package.json shows commands for files that name a store. */
export class StoreContext implements Disposable {
  readonly #statuses: Statuses;
  readonly #disposables: readonly Disposable[];
  #namesStore = false;

  constructor(statuses: Statuses) {
    this.#statuses = statuses;
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
    const namesStore = storesOfActiveFile(this.#statuses).length > 0;
    if (namesStore === this.#namesStore) return;
    this.#namesStore = namesStore;
    void commands.executeCommand('setContext', 'shaclRepair.namesStore', namesStore);
  }
}
