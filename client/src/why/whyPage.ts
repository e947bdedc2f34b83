import { randomBytes } from 'node:crypto';
import {
  commands,
  type Disposable,
  type Position,
  Range,
  Uri,
  ViewColumn,
  type WebviewPanel,
  window,
} from 'vscode';
import type { LanguageClient } from 'vscode-languageclient/node';
import type * as protocol from '../../../server/src/languageServer/protocol/editor/protocol.ts';
import { ask } from '../ask.ts';
import type { Statuses } from '../statuses.ts';

/** The page beside a file that says why results are there. It appears when somebody asks, and follows later edits. */
export class WhyPage implements Disposable {
  readonly #client: LanguageClient;
  readonly #disposables: readonly Disposable[];
  #panel: WebviewPanel | undefined;
  #results: protocol.WhyAnswer = [];
  #file: Uri | undefined;

  constructor(client: LanguageClient, statuses: Statuses) {
    this.#client = client;
    this.#disposables = [
      commands.registerCommand(openPlaceCommand, openPlace),
      statuses.onDidChange((uri) => {
        if (!uri || uri.toString() === this.#file?.toString()) void this.#refresh();
      }),
    ];
  }

  dispose(): void {
    for (const each of this.#disposables) each.dispose();
    this.#panel?.dispose();
  }

  /**
   * Shows why the results at a position are there.
   *
   * @returns false when there are none.
   */
  async show(file: Uri, position: Position): Promise<boolean> {
    const { line, character } = position;
    const results = await this.#ask({ uri: file.toString(), position: { line, character } });
    if (results.length === 0) return false;
    this.#file = file;
    if (this.#panel) this.#panel.reveal(undefined, true);
    else this.#open();
    this.#set(results);
    return true;
  }

  #open(): void {
    const column = { viewColumn: ViewColumn.Beside, preserveFocus: true };
    const panel = window.createWebviewPanel('shaclRepair.why', 'Why This Result?', column, {
      enableCommandUris: [openPlaceCommand],
    });
    panel.onDidDispose(() => {
      this.#panel = undefined;
      this.#results = [];
    });
    this.#panel = panel;
  }

  /** Asks again about the same results after their texts have changed. */
  async #refresh(): Promise<void> {
    const uri = this.#file?.toString();
    if (uri === undefined || this.#results.length === 0) return;
    const asked = this.#results.map(({ key }) => this.#ask({ uri, key }));
    this.#set((await Promise.all(asked)).flat());
  }

  #set(results: protocol.WhyAnswer): void {
    this.#results = results;
    if (this.#panel) this.#panel.webview.html = pageOf(results);
  }

  async #ask(params: protocol.WhyParams): Promise<protocol.WhyAnswer> {
    return (await ask(this.#client, 'shaclRepair/why', params)) ?? [];
  }
}

/** A page without scripts, whose links run one command. */
function pageOf(results: protocol.WhyAnswer): string {
  const sections = results.map(({ message, items }) => `<h2>${html(message)}</h2>\n${listOf(items)}`);
  const body = sections.length === 0 ? '<p>The result is gone.</p>' : sections.join('\n');
  const nonce = randomBytes(16).toString('base64');
  return `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'nonce-${nonce}'">
<title>Why This Result?</title>
<style nonce="${nonce}">body { overflow-wrap: anywhere } ul { padding-inline-start: 1.5em }</style>
</head>
<body>
${body}
</body>
</html>
`;
}

function listOf(lines: readonly protocol.WhyLine[]): string {
  if (lines.length === 0) return '';
  return `<ul>\n${lines.map((line) => `<li>${lineOf(line)}${listOf(line.items)}</li>`).join('\n')}\n</ul>`;
}

function lineOf({ text, place }: protocol.WhyLine): string {
  if (place === undefined) return html(text);
  const { uri, range } = place;
  const { start, end } = range;
  const args = [uri, start.line, start.character, end.line, end.character];
  const link = `command:${openPlaceCommand}?${encodeURIComponent(JSON.stringify(args))}`;
  const name = `${Uri.parse(uri).path.split('/').at(-1)}:${start.line + 1}`;
  return `${html(text)} (<a href="${html(link)}">${html(name)}</a>)`;
}

function html(text: string): string {
  const escaped = text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
  return escaped.replaceAll('\n', '<br>');
}

const openPlaceCommand = 'shaclRepair.openPlace';

async function openPlace(uri: string, ...[line, character, endLine, endCharacter]: number[]): Promise<void> {
  const selection = new Range(line!, character!, endLine!, endCharacter!);
  await window.showTextDocument(Uri.parse(uri), { selection, viewColumn: ViewColumn.One });
}
