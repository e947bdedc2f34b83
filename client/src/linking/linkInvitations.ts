import {
  CodeLens,
  commands,
  type Disposable,
  EventEmitter,
  languages,
  type Memento,
  Range,
  type TextDocument,
  Uri,
  window,
  workspace,
} from 'vscode';
import type { LanguageClient } from 'vscode-languageclient/node';
import type * as protocol from '../../../server/src/languageServer/protocol/editor/protocol.ts';
import { ask } from '../ask.ts';
import type { CommandId } from '../commands/commandIds.ts';
import { turtleFiles } from '../languageClient.ts';
import type { Statuses } from '../statuses.ts';

/**
 * Invites the user to check a file without links with shapes of the workspace that are for its nodes: once for each folder by
 * a notification, and above the first line of each such file. Neither comes again in a folder where that was declined.
 */
export class LinkInvitations implements Disposable {
  readonly #client: LanguageClient;
  readonly #statuses: Statuses;
  readonly #memory: Memento;
  readonly #invitations = new Map<string, protocol.LinkInvitation>();
  /** The versions of the texts that shapes were looked for. */
  readonly #asked = new Map<string, number>();
  #checked = 0;
  readonly #changed = new EventEmitter<void>();
  readonly #disposables: readonly Disposable[];

  constructor(client: LanguageClient, statuses: Statuses, memory: Memento) {
    this.#client = client;
    this.#statuses = statuses;
    this.#memory = memory;
    this.#disposables = [
      this.#changed,
      statuses.onDidChange((uri) => uri && void this.#statusChanged(uri)),
      window.onDidChangeActiveTextEditor((editor) => {
        if (!editor) return;
        this.#tick(editor.document.uri);
        this.#notify(editor.document);
      }),
      workspace.onDidCloseTextDocument(({ uri }) => {
        this.#invitations.delete(uri.toString());
        this.#asked.delete(uri.toString());
      }),
      languages.registerCodeLensProvider(turtleFiles, {
        onDidChangeCodeLenses: this.#changed.event,
        provideCodeLenses: (document) => this.#lenses(document),
      }),
    ];
  }

  dispose(): void {
    for (const disposable of this.#disposables) disposable.dispose();
  }

  /** Stops inviting for files in the folder of a file. */
  async decline(uri: Uri): Promise<void> {
    await this.#remember(declined, uri);
    this.#changed.fire();
  }

  async #statusChanged(uri: Uri): Promise<void> {
    const { verdict, isShapesFile } = this.#statuses.get(uri) ?? {};
    this.#tick(uri);
    const key = uri.toString();
    const document = workspace.textDocuments.find((each) => each.uri.toString() === key);
    if (verdict !== 'unlinked' || isShapesFile || !document) {
      if (this.#invitations.delete(key)) this.#changed.fire();
      return;
    }
    // Typing hardly ever leads to new shapes; changes elsewhere may.
    const isTyped = this.#asked.has(key) && this.#asked.get(key) !== document.version;
    if (this.#invitations.has(key) || isTyped || this.#isIn(declined, uri)) return;
    this.#asked.set(key, document.version);
    const invitation = await ask(this.#client, 'shaclRepair/linkInvitation', { uri: key }).catch(() => null);
    if (!invitation || this.#statuses.get(uri)?.verdict !== 'unlinked') return;
    this.#invitations.set(key, invitation);
    this.#changed.fire();
    if (window.activeTextEditor?.document === document) this.#notify(document);
  }

  /** Ticks the first step of the walkthrough for a checked file of the workspace. An open walkthrough looks at changes only. */
  #tick(uri: Uri): void {
    const { verdict } = this.#statuses.get(uri) ?? {};
    if (verdict === undefined || verdict === 'unlinked' || !workspace.getWorkspaceFolder(uri)) return;
    void commands.executeCommand('setContext', 'shaclRepair.ownFileChecked', ++this.#checked);
  }

  #notify({ uri }: TextDocument): void {
    const invitation = this.#invitations.get(uri.toString());
    if (invitation && !this.#isIn(invited, uri)) void this.#ask(uri, invitation);
  }

  async #ask(uri: Uri, { shapes, message }: protocol.LinkInvitation): Promise<void> {
    await this.#remember(invited, uri);
    const [check, choose, not] = ['Check', 'Choose…', 'Not Here'];
    switch (await window.showInformationMessage(`${message} Check this file with it?`, check, choose, not)) {
      case check:
        return run('shaclRepair.checkWith', { uri: uri.toString(), shapes });
      case choose:
        return run('shaclRepair.linkShapes', uri);
      case not:
        return this.decline(uri);
    }
  }

  #lenses({ uri }: TextDocument): CodeLens[] {
    const invitation = this.#invitations.get(uri.toString());
    if (!invitation || this.#isIn(declined, uri)) return [];
    const { shapes, message } = invitation;
    const name = shapes.slice(shapes.lastIndexOf('/') + 1);
    const start = new Range(0, 0, 0, 0);
    const lens = (title: string, command: CommandId, argument: unknown) =>
      new CodeLens(start, { title, command, tooltip: message, arguments: [argument] });
    return [
      lens(`Check with ${decodeURIComponent(name)}`, 'shaclRepair.checkWith', {
        uri: uri.toString(),
        shapes,
      }),
      lens('Choose Shapes…', 'shaclRepair.linkShapes', uri),
      lens('Not Here', 'shaclRepair.declineInvitation', uri),
    ];
  }

  #isIn(list: string, uri: Uri): boolean {
    return this.#memory.get<readonly string[]>(list, []).includes(folderOf(uri));
  }

  async #remember(list: string, uri: Uri): Promise<void> {
    const folders = this.#memory.get<readonly string[]>(list, []);
    await this.#memory.update(list, [...new Set([...folders, folderOf(uri)])]);
  }
}

function run(command: CommandId, argument: unknown): Thenable<void> {
  return commands.executeCommand(command, argument);
}

/** The folders where a notification was shown, and those where invitations were declined. */
const invited = 'invitedToLink';
const declined = 'declinedToLink';

/** The workspace folder of a file, which has one: files elsewhere get no invitation. */
function folderOf(uri: Uri): string {
  return (workspace.getWorkspaceFolder(uri)?.uri ?? Uri.joinPath(uri, '..')).toString();
}
