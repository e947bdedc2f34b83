import {
  commands,
  type Disposable,
  EventEmitter,
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
import type * as protocol from '../../../server/src/languageServer/protocol/editor/protocol.ts';
import { ask } from '../ask.ts';
import { turtleFiles } from '../languageClient.ts';
import { pageHtml } from '../page/pageHtml.ts';
import type { Statuses } from '../statuses.ts';
import { exportReport } from './exportReport.ts';
import type { FileNames, FromPage, PageState, ToPage } from './messages.ts';
import { repairResult } from './repairResult.ts';

/** What the panel works with. */
export interface ReportContext {
  readonly client: LanguageClient;
  readonly statuses: Statuses;
  readonly extensionUri: Uri;
}

/** For how long the page is not sent another report after one, in ms. */
const pause = 200;

/**
 * The one panel that shows the validation report of a Turtle file. It follows the active editor, but stays with its
 * file while the user looks at the shapes, ontologies and other files of its report.
 */
export class ReportPanel implements Disposable {
  readonly #context: ReportContext;
  readonly #disposables: readonly Disposable[];
  readonly #activeFileChanged = new EventEmitter<void>();
  #panel: WebviewPanel | undefined;
  /** What the report is about. */
  #file: Uri | undefined;
  #report: protocol.Report | undefined;
  /** True while the page can receive messages. */
  #isReady: boolean = false;
  #isStale: boolean = false;
  #isRefreshing: boolean = false;
  /** The text that the last repair made. */
  #repaired: { readonly document: TextDocument; readonly version: number } | undefined;

  constructor(context: ReportContext) {
    this.#context = context;
    this.#disposables = [
      this.#activeFileChanged,
      context.statuses.onDidChange((uri) => {
        if (!uri || uri.toString() === this.#file?.toString()) this.#refresh();
      }),
      window.onDidChangeActiveTextEditor((editor) => editor && this.#follow(editor.document)),
      window.registerWebviewPanelSerializer(viewType, {
        deserializeWebviewPanel: (panel, state?: PageState) => this.#restore(panel, state?.uri),
      }),
    ];
  }

  /** The file whose report has the focus, undefined while it has not. */
  get activeFile(): Uri | undefined {
    return this.#panel?.active ? this.#file : undefined;
  }

  get onDidChangeActiveFile() {
    return this.#activeFileChanged.event;
  }

  /** Opens the panel, or brings it to the front, with the report about a file. */
  show({ uri }: TextDocument): void {
    this.#file = uri;
    if (this.#panel) {
      this.#panel.reveal();
      this.#tell({ kind: 'focus' });
    } else this.#attach(window.createWebviewPanel(viewType, title, ViewColumn.Beside));
    this.#refresh();
  }

  dispose(): void {
    this.#panel?.dispose();
    for (const disposable of this.#disposables) disposable.dispose();
  }

  async #restore(panel: WebviewPanel, uri: string | undefined): Promise<void> {
    this.#panel?.dispose();
    this.#attach(panel);
    this.#file = uri ? Uri.parse(uri) : window.activeTextEditor?.document.uri;
    this.#refresh();
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
      // A hidden page is disposed; the next one announces that it is ready.
      if (!panel.visible) this.#isReady = false;
      this.#activeFileChanged.fire();
    });
    panel.onDidDispose(() => {
      if (this.#panel !== panel) return;
      this.#panel = undefined;
      this.#report = undefined;
      this.#activeFileChanged.fire();
    });
    panel.webview.html = pageHtml(panel.webview, extensionUri, 'report', title);
  }

  #follow(document: TextDocument): void {
    if (!this.#panel || !languages.match(turtleFiles, document)) return;
    const uri = document.uri.toString();
    if (uri === this.#file?.toString() || (this.#report && filesOf(this.#report).has(uri))) return;
    this.#file = document.uri;
    this.#refresh();
  }

  /** Sends the latest report to the page, now or when it is ready. */
  #refresh(): void {
    this.#activeFileChanged.fire();
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
    const file = this.#file;
    if (!file || !this.#panel) return;
    this.#panel.title = `Report: ${baseName(file)}`;
    const reason = await this.#obstacle(file);
    if (reason) return this.#noReport(file, reason);
    const params: protocol.FileParams = { uri: file.toString() };
    // If the server has stopped in the meantime, its state is shown.
    const report = statuses.get(file)
      ? await ask(client, 'shaclRepair/report', params).catch(() => null)
      : null;
    if (file.toString() !== this.#file?.toString()) return;
    if (report) {
      this.#report = report;
      this.#tell({ kind: 'report', report, file: fileNames(file, filesOf(report)) });
    } else if (this.#report?.uri !== file.toString()) this.#noReport(file, []);
    // Otherwise, the report on show stays until there is a newer one.
  }

  /** Why there can be no report about a file, in sentences. */
  async #obstacle(file: Uri): Promise<readonly string[] | undefined> {
    const { statuses } = this.#context;
    const { state, message } = statuses.engine;
    if (state === 'stopped') return [message ?? 'The engine has stopped.'];
    try {
      // Only what is open is checked, though no editor has to show it.
      await workspace.openTextDocument(file);
    } catch (error) {
      return [error instanceof Error ? error.message : String(error)];
    }
    const status = statuses.get(file);
    return status?.validated === false ? status.notChecked : undefined;
  }

  #noReport(file: Uri, reasons: readonly string[]): void {
    this.#report = undefined;
    this.#tell({ kind: 'noReport', reasons, file: fileNames(file, new Set()) });
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
        if (this.#file) await exportReport(this.#context.client, this.#file, message.format);
        break;
      case 'undo':
        await this.#undo();
        break;
      case 'linkShapes':
        if (this.#file) await this.#showText(this.#file, { preserveFocus: false });
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

  /** Shows a file where it is open already, else in a column that the report does not occupy. */
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
    if (!this.#file) return;
    const params: protocol.RepairsParams = { uri: this.#file.toString(), key };
    const done = await repairResult(this.#context.client, params, (uri, options) =>
      this.#showText(uri, options),
    );
    if (!done) return;
    const { document, text } = done;
    this.#repaired = document && { document, version: document.version };
    this.#tell({ kind: 'said', text, canUndo: document !== undefined });
  }

  async #undo(): Promise<void> {
    if (!this.#repaired) return;
    const { document, version } = this.#repaired;
    this.#repaired = undefined;
    if (document.version !== version) {
      const text = `${baseName(document.uri)} has been edited since the repair. Undo the changes in its editor instead.`;
      this.#tell({ kind: 'said', text, canUndo: false });
      return;
    }
    await this.#showText(document.uri, { preserveFocus: false });
    await commands.executeCommand('undo');
    this.#panel?.reveal();
    this.#tell({ kind: 'said', text: 'The repair was undone.', canUndo: false });
    this.#tell({ kind: 'focus' });
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
  const linking = status.links.flatMap(({ ways }) => ways.flat().flatMap(({ uri: by }) => by ?? []));
  return new Set([uri, ...status.shapes, ...status.context, ...linking, ...files]);
}

function fileNames(file: Uri, uris: ReadonlySet<string>): FileNames {
  const paths = [...uris].map((uri) => [uri, workspace.asRelativePath(Uri.parse(uri))] as const);
  return {
    uri: file.toString(),
    name: baseName(file),
    paths: Object.fromEntries(paths),
  };
}

function baseName({ path }: Uri): string {
  return path.slice(path.lastIndexOf('/') + 1);
}
