import {
  commands,
  type Disposable,
  languages,
  Range,
  type TextDocument,
  Uri,
  ViewColumn,
  type WebviewPanel,
  window,
  workspace,
} from 'vscode';
import type { LanguageClient, Location } from 'vscode-languageclient/node';
import * as protocol from '../../../server/src/lsp/protocol.ts';
import { turtleFiles } from '../languageClient.ts';
import type { Statuses } from '../statuses.ts';
import { exportReport } from './exportReport.ts';
import type { FileNames, FromPage, PageState, ToPage } from './messages.ts';
import { pageHtml } from './page.ts';
import { repairResult } from './repairResult.ts';

/** What the panel works with. */
export interface ReportContext {
  readonly client: LanguageClient;
  readonly statuses: Statuses;
  readonly extensionUri: Uri;
}

/** How long the page is left alone after it was given a report, in ms. */
const pause = 200;

/**
 * The one panel that shows the validation report of a Turtle file. It follows the active editor, but stays with its
 * file while somebody looks at the shapes, ontologies and other files of its report.
 */
export class ReportPanel implements Disposable {
  readonly #context: ReportContext;
  readonly #disposables: readonly Disposable[];
  #panel: WebviewPanel | undefined;
  #document: TextDocument | undefined;
  #report: protocol.Report | undefined;
  /** True while the page is ready to be told something. */
  #isReady: boolean = false;
  #isStale: boolean = false;
  #isRefreshing: boolean = false;
  /** The file that the last repair changed. */
  #repaired: Uri | undefined;

  constructor(context: ReportContext) {
    this.#context = context;
    this.#disposables = [
      context.statuses.onDidChange((uri) => {
        if (!uri || uri.toString() === this.#document?.uri.toString()) this.#refresh();
      }),
      window.onDidChangeActiveTextEditor((editor) => editor && this.#follow(editor.document)),
      window.registerWebviewPanelSerializer(viewType, {
        deserializeWebviewPanel: (panel, state?: PageState) => this.#restore(panel, state?.uri),
      }),
    ];
  }

  /** Opens the panel, or brings it to the front, with the report about a file. */
  async show(document: TextDocument): Promise<void> {
    this.#document = document;
    if (this.#panel) this.#panel.reveal();
    else
      this.#attach(
        window.createWebviewPanel(viewType, title, ViewColumn.Beside, { enableFindWidget: false }),
      );
    this.#refresh();
  }

  dispose(): void {
    this.#panel?.dispose();
    for (const disposable of this.#disposables) disposable.dispose();
  }

  async #restore(panel: WebviewPanel, uri: string | undefined): Promise<void> {
    this.#panel?.dispose();
    this.#attach(panel);
    const file = uri ? Uri.parse(uri) : window.activeTextEditor?.document.uri;
    if (!file) return;
    try {
      this.#document = await workspace.openTextDocument(file);
      this.#refresh();
    } catch {
      panel.dispose(); // The file is gone, and with it what there was to report.
    }
  }

  #attach(panel: WebviewPanel): void {
    const { extensionUri } = this.#context;
    this.#panel = panel;
    this.#isReady = false;
    panel.iconPath = Uri.joinPath(extensionUri, 'icon.png');
    panel.webview.options = {
      enableScripts: true,
      localResourceRoots: [Uri.joinPath(extensionUri, 'dist')],
    };
    panel.webview.onDidReceiveMessage((message: FromPage) => this.#received(message));
    panel.onDidChangeViewState(() => {
      // A hidden page is gone; the next one says that it is ready.
      if (!panel.visible) this.#isReady = false;
    });
    panel.onDidDispose(() => {
      if (this.#panel !== panel) return;
      this.#panel = undefined;
      this.#report = undefined;
    });
    panel.webview.html = pageHtml(panel.webview, extensionUri);
  }

  #follow(document: TextDocument): void {
    if (!this.#panel || !languages.match(turtleFiles, document)) return;
    const uri = document.uri.toString();
    if (uri === this.#document?.uri.toString() || (this.#report && filesOf(this.#report).has(uri))) return;
    this.#document = document;
    this.#refresh();
  }

  /** Gives the page the newest report, now or as soon as it may be told. */
  #refresh(): void {
    this.#isStale = true;
    if (!this.#isRefreshing && this.#isReady) void this.#refreshAll();
  }

  async #refreshAll(): Promise<void> {
    this.#isRefreshing = true;
    while (this.#isStale && this.#isReady) {
      this.#isStale = false;
      await this.#update();
      await new Promise((resolve) => setTimeout(resolve, pause));
    }
    this.#isRefreshing = false;
  }

  async #update(): Promise<void> {
    const { client, statuses } = this.#context;
    const document = this.#document;
    if (!document || !this.#panel) return;
    const { state, message } = statuses.engine;
    const status = statuses.get(document.uri);
    this.#panel.title = `Report: ${baseName(document.uri)}`;
    if (state === 'stopped') return this.#noReport(document, [message ?? 'The engine is stopped.']);
    if (status?.kind === 'notValidated') return this.#noReport(document, status.notChecked);
    const params: protocol.ReportParams = { uri: document.uri.toString() };
    // A server that is stopped meanwhile is told of by its state.
    const report = status
      ? await client.sendRequest<protocol.Report | null>(protocol.report, params).catch(() => null)
      : null;
    if (document !== this.#document) return;
    if (!report) return this.#noReport(document, []);
    this.#report = report;
    this.#tell({ kind: 'report', report, file: fileNames(document, filesOf(report)) });
  }

  #noReport(document: TextDocument, reasons: readonly string[]): void {
    this.#report = undefined;
    this.#tell({ kind: 'noReport', reasons, file: fileNames(document, new Set()) });
  }

  #tell(message: ToPage): void {
    if (this.#isReady) void this.#panel?.webview.postMessage(message);
  }

  async #received(message: FromPage): Promise<void> {
    switch (message.kind) {
      case 'ready':
        this.#isReady = true;
        this.#refresh();
        break;
      case 'open':
        await this.#open(message.place, message.keepsFocus);
        break;
      case 'repair':
        await this.#repair(message.key);
        break;
      case 'export':
        if (this.#document) await exportReport(this.#context.client, this.#document.uri, message.format);
        break;
      case 'undo':
        await this.#undo();
        break;
      case 'linkShapes':
        if (this.#document) await this.#showText(this.#document.uri, { preserveFocus: false });
        await commands.executeCommand('shaclRepair.linkShapes');
        break;
      case 'showLog':
        this.#context.client.outputChannel.show();
        break;
    }
  }

  async #open({ uri, range }: Location, keepsFocus: boolean): Promise<void> {
    const { start, end } = range;
    const selection = new Range(start.line, start.character, end.line, end.character);
    await this.#showText(Uri.parse(uri), { selection, preserveFocus: keepsFocus });
  }

  /** Shows a file where it is open already, else in a column that the report does not take. */
  async #showText(
    uri: Uri,
    options: { readonly selection?: Range; readonly preserveFocus: boolean },
  ): Promise<void> {
    const visible = window.visibleTextEditors.find(
      (editor) => editor.document.uri.toString() === uri.toString(),
    );
    const free = this.#panel?.viewColumn === ViewColumn.One ? ViewColumn.Beside : ViewColumn.One;
    const viewColumn = visible?.viewColumn ?? free;
    try {
      await window.showTextDocument(uri, { ...options, viewColumn, preview: false });
    } catch (error) {
      void window.showErrorMessage(
        `${baseName(uri)} can't be shown: ${error instanceof Error ? error.message : error}`,
      );
    }
  }

  async #repair(key: string): Promise<void> {
    const document = this.#document;
    if (!document) return;
    const params: protocol.RepairsParams = { uri: document.uri.toString(), key };
    const done = await repairResult(this.#context.client, params, (uri, options) =>
      this.#showText(uri, options),
    );
    if (!done) return;
    this.#repaired = done.file;
    this.#tell({ kind: 'said', text: done.text, canUndo: done.file !== undefined });
  }

  async #undo(): Promise<void> {
    if (!this.#repaired) return;
    await this.#showText(this.#repaired, { preserveFocus: false });
    await commands.executeCommand('undo');
    this.#panel?.reveal();
  }
}

const viewType = 'shaclRepair.report';
const title = 'Validation Report';

/** The uris of all files that a report names. */
function filesOf({ uri, status, results, notChecked, problems }: protocol.Report): ReadonlySet<string> {
  const places = [
    ...results.flatMap(({ place, shapePlace }) => [place, shapePlace]),
    ...[...notChecked, ...problems].map(({ place }) => place),
  ];
  const files = places.flatMap((place) => (place ? [place.uri] : []));
  return new Set([uri, ...status.shapes, ...status.context, ...files]);
}

function fileNames(document: TextDocument, uris: ReadonlySet<string>): FileNames {
  const paths = [...uris].map((uri) => [uri, workspace.asRelativePath(Uri.parse(uri))] as const);
  return {
    uri: document.uri.toString(),
    name: baseName(document.uri),
    paths: Object.fromEntries(paths),
  };
}

function baseName({ path }: Uri): string {
  return path.slice(path.lastIndexOf('/') + 1);
}
