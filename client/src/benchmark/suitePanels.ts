import {
  commands,
  type Disposable,
  Range,
  type TextDocumentShowOptions,
  Uri,
  ViewColumn,
  type WebviewPanel,
  window,
} from 'vscode';
import type { Location } from 'vscode-languageclient/node';
import type * as protocol from '../../../server/src/languageServer/protocol/editor/protocol.ts';
import { pageHtml } from '../page/pageHtml.ts';
import type { CaseComparison } from './caseComparison.ts';
import type { CoverageHints } from './coverageHints.ts';
import type { FromSuitePage, SuiteFile, SuitePageState, ToSuitePage } from './messages.ts';
import { folderName, type Suites } from './suites.ts';

/** What panels work with. */
export interface SuitePanelContext {
  readonly suites: Suites;
  readonly comparison: CaseComparison;
  readonly hints: CoverageHints;
  readonly extensionUri: Uri;
  /** Checks all cases of a suite again. */
  verify(suite: Uri): Promise<void>;
}

/** The panels that show suites, one for each. */
export class SuitePanels implements Disposable {
  readonly #context: SuitePanelContext;
  readonly #panels = new Map<string, SuitePanel>();
  readonly #serializer: Disposable;

  constructor(context: SuitePanelContext) {
    this.#context = context;
    this.#serializer = window.registerWebviewPanelSerializer(viewType, {
      deserializeWebviewPanel: async (panel, state?: SuitePageState) => {
        if (state?.uri) this.#attach(Uri.parse(state.uri), panel);
        else panel.dispose();
      },
    });
  }

  /** Opens the panel of a suite, or brings it to the front, with what is on disk. */
  show(suite: Uri): void {
    const open = this.#panels.get(suite.toString());
    if (open) open.reveal();
    else this.#attach(suite, window.createWebviewPanel(viewType, folderName(suite), ViewColumn.Beside));
  }

  /** The suite whose panel has the focus. */
  get active(): Uri | undefined {
    return [...this.#panels.values()].find((panel) => panel.isActive)?.uri;
  }

  dispose(): void {
    this.#serializer.dispose();
    for (const panel of this.#panels.values()) panel.dispose();
  }

  #attach(suite: Uri, panel: WebviewPanel): void {
    const key = suite.toString();
    this.#panels.get(key)?.dispose();
    const attached = new SuitePanel(suite, panel, this.#context);
    this.#panels.set(key, attached);
    panel.onDidDispose(() => {
      if (this.#panels.get(key) === attached) this.#panels.delete(key);
    });
  }
}

const viewType = 'shaclRepair.suite';

class SuitePanel {
  readonly #file: SuiteFile;
  readonly #uri: Uri;
  readonly #panel: WebviewPanel;
  readonly #context: SuitePanelContext;
  /** What the page shows. */
  #suite: protocol.Suite | undefined;
  /** Counts the readings, so that a late answer does not replace a newer one. */
  #reading = 0;

  constructor(uri: Uri, panel: WebviewPanel, context: SuitePanelContext) {
    this.#uri = uri;
    this.#panel = panel;
    this.#context = context;
    this.#file = { uri: uri.toString(), folder: folderName(uri) };
    panel.title = `Suite: ${this.#file.folder}`;
    panel.iconPath = Uri.joinPath(context.extensionUri, 'icon.png');
    panel.webview.options = {
      enableScripts: true,
      localResourceRoots: [Uri.joinPath(context.extensionUri, 'dist')],
    };
    panel.webview.onDidReceiveMessage((message: FromSuitePage) => this.#received(message));
    panel.webview.html = pageHtml(panel.webview, context.extensionUri, 'benchmark', 'Suite of Violations');
  }

  get uri(): Uri {
    return this.#uri;
  }

  get isActive(): boolean {
    return this.#panel.active;
  }

  reveal(): void {
    this.#panel.reveal();
    void this.#load().then(() => this.#tell({ kind: 'focus' }));
  }

  dispose(): void {
    this.#panel.dispose();
  }

  async #load(): Promise<void> {
    const reading = ++this.#reading;
    const answer = await this.#context.suites.read(this.#uri);
    if (reading !== this.#reading) return;
    if (answer.kind === 'failed') {
      this.#suite = undefined;
      this.#tell({ kind: 'failed', message: answer.message, file: this.#file });
    } else {
      this.#suite = answer;
      this.#tell({ kind: 'suite', suite: answer, file: this.#file });
    }
  }

  #tell(message: ToSuitePage): void {
    void this.#panel.webview.postMessage(message);
  }

  async #received(message: FromSuitePage): Promise<void> {
    switch (message.kind) {
      case 'ready':
      case 'reload':
        await this.#load();
        break;
      case 'details':
        await this.#details(message.id);
        break;
      case 'open': {
        const options = { ...this.#beside(), preserveFocus: message.keepsFocus };
        await this.#context.comparison.open(this.#uri, message.id, options);
        break;
      }
      case 'openConstraint':
        await this.#openConstraint(message.constraint);
        break;
      case 'showHints':
        await this.#showHints();
        break;
      case 'verify':
        await this.#context.verify(this.#uri);
        break;
      case 'evaluate':
        await commands.executeCommand('shaclRepair.evaluate', this.#uri);
        break;
      case 'openReport':
        await commands.executeCommand('shaclRepair.openReport', this.#uri);
        break;
      case 'openReadme':
        await this.#showText(Uri.joinPath(this.#uri, '../README.md'), {});
        break;
    }
  }

  async #details(id: string): Promise<void> {
    const answer = await this.#context.suites.details(this.#uri, id);
    const details: protocol.CaseDetails =
      answer.kind === 'failed' ? { removed: [], added: [], results: [], notes: [answer.message] } : answer;
    this.#tell({ kind: 'details', id, details });
  }

  async #openConstraint(index: number): Promise<void> {
    const place = this.#suite?.constraints[index]?.place;
    if (!place) {
      void window.showInformationMessage(movedOn);
      return;
    }
    const { start, end } = place.range;
    const selection = new Range(start.line, start.character, end.line, end.character);
    await this.#showText(Uri.parse(place.uri), { selection });
  }

  async #showHints(): Promise<void> {
    const hints = this.#suite?.constraints.flatMap(({ uncovered, place }) =>
      uncovered && place ? [hintOf(uncovered, place)] : [],
    );
    if (!hints || hints.length === 0) {
      void window.showInformationMessage(movedOn);
      return;
    }
    this.#context.hints.show(hints);
    const index = this.#suite!.constraints.findIndex(({ uncovered, place }) => uncovered && place);
    await this.#openConstraint(index);
  }

  async #showText(uri: Uri, options: TextDocumentShowOptions): Promise<void> {
    try {
      const visible = window.visibleTextEditors.find(
        (editor) => editor.document.uri.toString() === uri.toString(),
      );
      const place = visible?.viewColumn ? { viewColumn: visible.viewColumn } : this.#beside();
      await window.showTextDocument(uri, { preview: false, ...place, ...options });
    } catch (error) {
      void window.showErrorMessage(error instanceof Error ? error.message : String(error));
    }
  }

  /** A column that the panel does not occupy. */
  #beside(): TextDocumentShowOptions {
    return { viewColumn: this.#panel.viewColumn === ViewColumn.One ? ViewColumn.Beside : ViewColumn.One };
  }
}

function hintOf(
  { reason, explanation, remedy }: NonNullable<protocol.SuiteConstraint['uncovered']>,
  place: Location,
): protocol.UncoveredHint {
  const message = ['No case of the suite violates this constraint.', explanation, remedy]
    .filter(Boolean)
    .join(' ');
  return { reason, message, place };
}

const movedOn =
  'The shapes files in this workspace differ from those that the suite was generated from. The suite has a copy of them in manifest.ttl.';
