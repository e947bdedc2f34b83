/** An editor without windows: a folder on disk, a server, and the texts of the open files, to which edits are applied. */
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type {
  ClientCapabilities,
  CodeAction,
  Command,
  Diagnostic,
  Position,
  Range,
  TextEdit,
  WorkspaceEdit,
} from 'vscode-languageserver';
import { DiagnosticSeverity } from 'vscode-languageserver';
import { TextDocument } from 'vscode-languageserver-textdocument';
import { TestClient } from '../../testing/testClient.ts';

const program = fileURLToPath(new URL('../../../../dist/server.js', import.meta.url));

/** What VS Code says that it can do, as far as it changes answers. */
const capabilities: ClientCapabilities = {
  workspace: {
    applyEdit: true,
    workspaceEdit: {
      documentChanges: true,
      snippetEditSupport: true,
      resourceOperations: ['create', 'rename', 'delete'],
    },
  },
  window: { showDocument: { support: true } },
  textDocument: {
    codeAction: { resolveSupport: { properties: ['edit'] } },
    completion: { completionItem: { snippetSupport: true } },
  },
  experimental: { shaclRepair: { status: true, models: true, showsPlaces: true } },
};

export class EditorSession {
  readonly client: TestClient;
  readonly folder: string;
  readonly #texts = new Map<string, string>();

  private constructor(client: TestClient, folder: string) {
    this.client = client;
    this.folder = folder;
  }

  /**
   * Opens a new folder with files, named by their paths in it, or with a copy of a folder. The options are those of the
   * settings.
   */
  static async start(
    files: Readonly<Record<string, string>> | string,
    options: object = {},
  ): Promise<EditorSession> {
    const folder = mkdtempSync(path.join(tmpdir(), 'shacl-repair-editor-'));
    if (typeof files === 'string') cpSync(files, folder, { recursive: true });
    else for (const [name, text] of Object.entries(files)) write(path.join(folder, name), text);
    const client = await TestClient.start(program, pathToFileURL(folder).href, options, { capabilities });
    const session = new EditorSession(client, folder);
    client.applyEdit = (edit) => session.apply(edit);
    return session;
  }

  /** Ends the server, and removes the folder. */
  async end(): Promise<void> {
    await this.client.stop();
    rmSync(this.folder, { recursive: true });
  }

  uri(name: string): string {
    return pathToFileURL(path.join(this.folder, name)).href;
  }

  /** The text of an open file, else of the one on disk. */
  text(name: string): string {
    return this.#texts.get(name) ?? readFileSync(path.join(this.folder, name), 'utf8');
  }

  /** Opens a file and waits until it is validated: the number of results. */
  async open(name: string): Promise<number> {
    const text = this.text(name);
    this.#texts.set(name, text);
    await this.client.open(this.uri(name), text);
    return this.validated(name);
  }

  async close(name: string): Promise<void> {
    await this.client.close(this.uri(name));
    this.#texts.delete(name);
  }

  /** Waits until the text is validated: the number of results. */
  async validated(name: string): Promise<number> {
    return (await this.client.validated(this.uri(name))).results;
  }

  /** Replaces the only place of a text by another, as somebody does who types. */
  async type(name: string, before: string, after: string): Promise<void> {
    await this.#edit(name, [{ range: this.range(name, before), newText: after }]);
  }

  /** What is listed as problems of an open file, which hints are not: the text that is underlined, and the code. */
  problems(name: string): readonly string[] {
    return this.client
      .diagnostics(this.uri(name))
      .filter(({ severity }) => severity !== DiagnosticSeverity.Hint)
      .toSorted((a, b) => comparePositions(a.range.start, b.range.start))
      .map(({ range, code }) => `${this.#document(name).getText(range)} ${code}`);
  }

  /** Waits until an open file shows just these problems, each as `problems` words it. */
  async shows(name: string, expected: readonly string[]): Promise<void> {
    const isIt = () => this.problems(name).join('\n') === expected.join('\n');
    await this.client.until(isIt, 20_000, `problems ${expected.join(', ')}`).catch((error: Error) => {
      throw new Error(`${error.message}\nShown: ${this.problems(name).join(', ')}`);
    });
  }

  /** Waits until a diagnostic stands at the only place of a text. */
  async problemAt(name: string, text: string): Promise<Diagnostic> {
    const { start } = this.range(name, text);
    const find = () =>
      this.client
        .diagnostics(this.uri(name))
        .find(({ range }) => comparePositions(range.start, start) === 0 && range.end.line === start.line);
    await this.client.until(() => find() !== undefined, 20_000, `problem at ${text}`);
    return find()!;
  }

  /** The range of a text that a file has once. */
  range(name: string, text: string): Range {
    const document = this.#document(name);
    const start = document.getText().indexOf(text);
    if (start < 0 || document.getText().includes(text, start + 1))
      throw new Error(`${name} has to have ${text} once.`);
    return { start: document.positionAt(start), end: document.positionAt(start + text.length) };
  }

  /** The Markdown that is shown over the only place of a text. */
  async hover(name: string, text: string): Promise<string> {
    const { line, character } = this.range(name, text).start;
    const hover = (await this.client.hover(this.uri(name), line, character)) as {
      readonly contents: { readonly value: string };
    } | null;
    return hover?.contents.value ?? '';
  }

  /** The quick fixes at the only place of a text, as the light bulb lists them. */
  async quickFixes(name: string, text: string): Promise<readonly CodeAction[]> {
    const range = this.range(name, text);
    const cursor = { start: range.start, end: range.start };
    const diagnostics = this.client
      .diagnostics(this.uri(name))
      .filter((each) => isIn(range.start, each.range));
    const actions = await this.client.request<readonly CodeAction[]>('textDocument/codeAction', {
      textDocument: { uri: this.uri(name) },
      range: cursor,
      context: { diagnostics },
    });
    return actions ?? [];
  }

  /** The other ways to write what is at the only place of a text. */
  async refactorings(name: string, text: string): Promise<readonly CodeAction[]> {
    const { start } = this.range(name, text);
    const actions = await this.client.request<readonly CodeAction[]>('textDocument/codeAction', {
      textDocument: { uri: this.uri(name) },
      range: { start, end: start },
      context: { diagnostics: [], only: ['refactor'] },
    });
    return actions ?? [];
  }

  /** Chooses the quick fix with a title, as `quickFixes` lists it: its edit is applied, its command run by the server. */
  async choose(fixes: readonly CodeAction[], title: string): Promise<void> {
    const chosen = fixes.find((each) => each.title === title);
    if (!chosen) throw new Error(`No ${title} among:\n${fixes.map((each) => each.title).join('\n')}`);
    const { edit, command } = chosen.edit || chosen.command ? chosen : await this.client.resolve(chosen);
    if (edit) await this.apply(edit);
    if (command) await this.#run(command);
  }

  /** Applies an edit to open texts, and to files on disk; of what is left to choose the first is taken. */
  async apply({ documentChanges = [], changes = {} }: WorkspaceEdit): Promise<void> {
    for (const [uri, edits] of Object.entries(changes)) await this.#edit(this.#name(uri), edits);
    for (const change of documentChanges) {
      if (!('kind' in change))
        await this.#edit(this.#name(change.textDocument.uri), change.edits.map(plainEdit));
      else if (change.kind === 'create') write(fileURLToPath(change.uri), '');
      else if (change.kind === 'delete') {
        rmSync(fileURLToPath(change.uri));
        await this.client.fileChanged(change.uri);
      } else throw new Error(`An edit that has to ${change.kind} is not applied here.`);
    }
  }

  /** Gives an open file another text. */
  async replace(name: string, text: string): Promise<void> {
    this.#texts.set(name, text);
    await this.client.replace(this.uri(name), text);
  }

  async #run({ command, arguments: args }: Command): Promise<void> {
    await this.client.request('workspace/executeCommand', { command, arguments: args });
  }

  async #edit(name: string, edits: readonly TextEdit[]): Promise<void> {
    const text = TextDocument.applyEdits(this.#document(name), [...edits]);
    if (this.#texts.has(name)) await this.replace(name, text);
    else {
      write(path.join(this.folder, name), text);
      await this.client.fileChanged(this.uri(name));
    }
  }

  #document(name: string): TextDocument {
    return TextDocument.create(this.uri(name), 'turtle', 1, this.text(name));
  }

  #name(uri: string): string {
    return path.relative(this.folder, fileURLToPath(uri));
  }
}

/** The edit with its snippet filled in: the first of the choices, the proposals where there are some. */
function plainEdit(
  edit: TextEdit | { readonly range: Range; readonly snippet: { readonly value: string } },
): TextEdit {
  if (!('snippet' in edit)) return edit;
  const newText = edit.snippet.value
    .replace(/\$\{\d+\|([^,|]*)[^|]*\|\}/g, '$1')
    .replace(/\$\{\d+:([^}]*)\}|\$\d+/g, (_, proposal = '') => proposal)
    .replace(/\\([\\$}])/g, '$1');
  return { range: edit.range, newText };
}

function write(file: string, text: string): void {
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, text);
}

function isIn(position: Position, { start, end }: Range): boolean {
  return comparePositions(start, position) <= 0 && comparePositions(position, end) <= 0;
}

function comparePositions(a: Position, b: Position): number {
  return a.line - b.line || a.character - b.character;
}
