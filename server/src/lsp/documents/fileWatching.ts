import {
  type Connection,
  DidChangeWatchedFilesNotification,
  type FileSystemWatcher,
  type InitializeParams,
} from 'vscode-languageserver';
import { fileNameOfUri, folderOf, matchesGlob } from '../../project/uris.ts';
import { turtleGlob } from '../../project/workspaceFiles.ts';

/** Asks the client to report changes on disk of files that documents may be linked to. */
export class FileWatching {
  readonly #connection: Connection;
  readonly #canRegister: boolean;
  readonly #canWatchElsewhere: boolean;
  readonly #watched = new Set<string>();

  constructor(connection: Connection, { capabilities }: InitializeParams) {
    const watching = capabilities.workspace?.didChangeWatchedFiles;
    this.#connection = connection;
    this.#canRegister = watching?.dynamicRegistration === true;
    this.#canWatchElsewhere = watching?.relativePatternSupport === true;
  }

  /** Watches the Turtle files of the workspace. */
  watchWorkspace(): void {
    this.#register([{ globPattern: turtleGlob }]);
  }

  /** Watches files of units that are outside of the workspace or are named otherwise. */
  watchFiles(uris: readonly string[], folders: readonly string[]): void {
    if (!this.#canWatchElsewhere) return;
    const elsewhere = uris.filter(
      (uri) =>
        uri.startsWith('file:') &&
        !this.#watched.has(uri) &&
        !folders.some((folder) => matchesGlob(folder, turtleGlob, uri)),
    );
    for (const uri of elsewhere) this.#watched.add(uri);
    this.#register(
      elsewhere.map((uri) => ({ globPattern: { baseUri: folderOf(uri), pattern: fileNameOfUri(uri) } })),
    );
  }

  #register(watchers: readonly FileSystemWatcher[]): void {
    if (!this.#canRegister || watchers.length === 0) return;
    this.#connection.client
      .register(DidChangeWatchedFilesNotification.type, { watchers: [...watchers] })
      .catch((error: unknown) => this.#connection.console.warn(`Files are not watched: ${error}`));
  }
}
