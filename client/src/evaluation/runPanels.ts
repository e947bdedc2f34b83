import { type Disposable, ProgressLocation, Uri, ViewColumn, type WebviewPanel, window } from 'vscode';
import { showFailure } from '../model/askModel.ts';
import type { Evaluations } from './evaluations.ts';

/** The panels that show the reports of runs, one for each choice of runs. */
export class RunPanels implements Disposable {
  readonly #evaluations: Evaluations;
  readonly #extensionUri: Uri;
  readonly #panels = new Map<string, WebviewPanel>();

  constructor(evaluations: Evaluations, extensionUri: Uri) {
    this.#evaluations = evaluations;
    this.#extensionUri = extensionUri;
  }

  /** Shows the report of runs as they are on disk now; several are compared. @param runs their folders. */
  async show(runs: readonly Uri[]): Promise<void> {
    const names = runs.map((run) => run.path.split('/').at(-1)!);
    const options = { location: ProgressLocation.Window, title: `Reading ${names.join(', ')}` };
    const answer = await window.withProgress(options, (_, token) => this.#evaluations.report(runs, token));
    if (!answer) return;
    if (answer.kind === 'failed') {
      void showFailure(answer);
      return;
    }
    const panel = this.#panel(runs.join(' '), `Evaluation: ${names.join(' and ')}`);
    panel.webview.html = answer.html;
    panel.reveal();
  }

  dispose(): void {
    for (const panel of this.#panels.values()) panel.dispose();
  }

  #panel(key: string, title: string): WebviewPanel {
    const open = this.#panels.get(key);
    if (open) return open;
    // The page holds all that it shows, and reads nothing.
    const options = { enableScripts: true, localResourceRoots: [], retainContextWhenHidden: true };
    const panel = window.createWebviewPanel('shaclRepair.evaluation', title, ViewColumn.Active, options);
    panel.iconPath = Uri.joinPath(this.#extensionUri, 'icon.png');
    panel.onDidDispose(() => this.#panels.delete(key));
    this.#panels.set(key, panel);
    return panel;
  }
}
