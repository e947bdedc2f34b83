import { type Disposable, EventEmitter, Uri, workspace } from 'vscode';
import { type LanguageClient, State } from 'vscode-languageclient/node';
import * as protocol from '../../server/src/languageServer/protocol/editor/protocol.ts';

/** The last known status of the open Turtle files and of the engine. */
export class Statuses implements Disposable {
  readonly #statuses = new Map<string, protocol.StatusParams['status']>();
  readonly #changed = new EventEmitter<Uri | undefined>();
  readonly #disposables: readonly Disposable[];
  #engine: protocol.EngineStateParams = { state: 'starting' };

  constructor(client: LanguageClient) {
    this.#disposables = [
      this.#changed,
      client.onNotification(protocol.status, ({ uri, status }: protocol.StatusParams) => {
        const file = Uri.parse(uri);
        this.#statuses.set(file.toString(), status);
        this.#changed.fire(file);
      }),
      client.onNotification(protocol.engineState, (state: protocol.EngineStateParams) => {
        this.#engine = state;
        if (state.state === 'stopped') this.#statuses.clear();
        this.#changed.fire(undefined);
      }),
      client.onDidChangeState(({ newState }) => {
        this.#statuses.clear();
        this.#engine = newState === State.Stopped ? serverStopped : { state: 'starting' };
        this.#changed.fire(undefined);
      }),
      workspace.onDidCloseTextDocument(({ uri }) => this.#statuses.delete(uri.toString())),
    ];
  }

  get engine(): protocol.EngineStateParams {
    return this.#engine;
  }

  /** Undefined before a file has been checked for the first time. */
  get(uri: Uri): protocol.StatusParams['status'] | undefined {
    return this.#statuses.get(uri.toString());
  }

  /** The open files that are checked with the shapes of a file; undefined where that has no shapes. */
  usersOf(uri: Uri): readonly Uri[] | undefined {
    const isAmong = (uris: readonly string[]) =>
      uris.some((each) => Uri.parse(each).toString() === uri.toString());
    if (!isAmong(this.get(uri)?.shapes ?? [])) return undefined;
    return [...this.#statuses]
      .filter(([other, { shapes }]) => other !== uri.toString() && isAmong(shapes))
      .map(([other]) => Uri.parse(other));
  }

  /** Resolves when a file has been checked, or will not be. */
  known(uri: Uri): Promise<void> {
    const isKnown = () => this.get(uri) !== undefined || this.#engine.state === 'stopped';
    if (isKnown()) return Promise.resolve();
    return new Promise((resolve) => {
      const listening = this.#changed.event(() => {
        if (!isKnown()) return;
        listening.dispose();
        resolve();
      });
    });
  }

  /** Fires after each complete validation of a file, with its uri, and without one when the engine's state changes. */
  get onDidChange() {
    return this.#changed.event;
  }

  dispose(): void {
    for (const disposable of this.#disposables) disposable.dispose();
  }
}

const serverStopped: protocol.EngineStateParams = {
  state: 'stopped',
  message: 'The language server of SHACL Repair is not running.',
};
