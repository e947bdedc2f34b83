import { type Disposable, env, Range, Uri, ViewColumn, type WebviewPanel, window, workspace } from 'vscode';
import type { LanguageClient } from 'vscode-languageclient/node';
import type * as protocol from '../../../server/src/languageServer/protocol/editor/protocol.ts';
import { ask } from '../ask.ts';
import { askWithProgress, canAskModel } from '../model/askModel.ts';
import { modelChoice, modelName } from '../model/modelSupport.ts';
import { pageHtml } from '../page/pageHtml.ts';
import type { ConnectionWords, FromConnectionPage, ToConnectionPage } from './messages.ts';

interface Shown {
  readonly params: protocol.ExplainConnectionParams;
  readonly connection: protocol.ExplainedConnection;
}

/** The one panel that shows how two nodes are connected. */
export class ConnectionPanel implements Disposable {
  readonly #client: LanguageClient;
  readonly #extensionUri: Uri;
  #panel: WebviewPanel | undefined;
  #shown: Shown | undefined;
  /** The model's description, kept for a page that was hidden. */
  #words: ConnectionWords | undefined;

  constructor(client: LanguageClient, extensionUri: Uri) {
    this.#client = client;
    this.#extensionUri = extensionUri;
  }

  /** Asks for a connection and shows it beside its file. */
  async show(params: protocol.ExplainConnectionParams): Promise<void> {
    const connection = await this.#ask(params);
    if (!connection) {
      void window.showErrorMessage(
        'The search for the connection failed. See the output of SHACL Repair for the reason.',
      );
      return;
    }
    this.#shown = { params, connection };
    this.#words = undefined;
    if (this.#panel) this.#panel.reveal();
    else this.#attach(window.createWebviewPanel('shaclRepair.connection', title, ViewColumn.Beside));
    this.#panel!.title = `${connection.from.name} – ${connection.to.name}`;
    this.#update();
  }

  dispose(): void {
    this.#panel?.dispose();
  }

  #attach(panel: WebviewPanel): void {
    this.#panel = panel;
    panel.iconPath = Uri.joinPath(this.#extensionUri, 'icon.png');
    panel.webview.options = {
      enableScripts: true,
      localResourceRoots: [Uri.joinPath(this.#extensionUri, 'dist')],
    };
    panel.webview.onDidReceiveMessage((message: FromConnectionPage) => this.#received(message));
    panel.onDidDispose(() => {
      this.#panel = undefined;
      this.#shown = undefined;
    });
    panel.webview.html = pageHtml(panel.webview, this.#extensionUri, 'connection', title);
  }

  async #ask(params: protocol.ExplainConnectionParams): Promise<protocol.ExplainedConnection | null> {
    return ask(this.#client, 'shaclRepair/explainConnection', params);
  }

  #update(): void {
    if (!this.#shown) return;
    const { connection } = this.#shown;
    const uris = connection.ways.flatMap((way) => way.flatMap(({ place }) => (place ? [place.uri] : [])));
    const files = Object.fromEntries(uris.map((uri) => [uri, workspace.asRelativePath(Uri.parse(uri))]));
    const choice = modelChoice();
    const canAsk = workspace.isTrusted && choice.provider !== 'none';
    this.#tell({ kind: 'connection', connection, files, model: canAsk ? modelName(choice) : undefined });
    if (this.#words) this.#tell({ kind: 'words', words: this.#words });
  }

  #tell(message: ToConnectionPage): void {
    void this.#panel?.webview.postMessage(message);
  }

  async #received(message: FromConnectionPage): Promise<void> {
    switch (message.kind) {
      case 'ready':
        this.#update();
        break;
      case 'open':
        await this.#open(message.way, message.step);
        break;
      case 'copy':
        if (this.#shown) await env.clipboard.writeText(this.#shown.connection.text);
        break;
      case 'say':
        await this.#say();
        break;
    }
  }

  async #open(way: number, step: number): Promise<void> {
    if (!this.#shown) return;
    const { params, connection } = this.#shown;
    // The text may have moved since.
    const now = await this.#ask(params);
    const place = now?.ways[way]?.[step]?.place;
    if (!place || now.text !== connection.text) {
      void window.showInformationMessage('The file has changed since. Run the command again.');
      return;
    }
    const { start, end } = place.range;
    const visible = window.visibleTextEditors.find(({ document }) => document.uri.toString() === place.uri);
    const free = this.#panel?.viewColumn === ViewColumn.One ? ViewColumn.Beside : ViewColumn.One;
    await window.showTextDocument(Uri.parse(place.uri), {
      selection: new Range(start.line, start.character, end.line, end.character),
      viewColumn: visible?.viewColumn ?? free,
      preview: false,
    });
  }

  async #say(): Promise<void> {
    if (!this.#shown || !canAskModel()) return;
    const asked = this.#shown;
    const by = modelName(modelChoice());
    const show = (words: ConnectionWords) => {
      if (this.#shown !== asked) return;
      this.#words = words;
      this.#tell({ kind: 'words', words });
    };
    show({ kind: 'waiting' });
    const request = 'shaclRepair/sayConnection';
    const said = await askWithProgress(
      this.#client,
      `Asking ${by} to describe the connection`,
      request,
      asked.params,
    );
    show(said ? { kind: 'said', by, text: said.text, summary: said.summary } : { kind: 'none' });
  }
}

const title = 'Connection';
