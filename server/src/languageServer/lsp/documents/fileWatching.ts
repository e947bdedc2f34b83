import {
  type Connection,
  DidChangeWatchedFilesNotification,
  type FileSystemWatcher,
  type InitializeParams,
} from 'vscode-languageserver';
import { URI } from 'vscode-uri';
import { pathSearches } from '../../../platform/watch/diskSnapshot.ts';
import { DiskWatcher } from '../../../platform/watch/diskWatcher.ts';
import { isAtOrBelow } from '../../../workspace/project/linkRoot.ts';
import { fileNameOfUri, folderOf, matchesGlob } from '../../../workspace/project/uris.ts';
import {
  importLockName,
  importsFolder,
  projectFileName,
  turtleGlob,
} from '../../../workspace/project/workspaceFiles.ts';
import type { DocumentDependencies } from '../../protocol/engine/messages.ts';

/** Receives which files have changed on disk, and whether any were created or deleted. */
type FilesChanged = (uris: readonly string[], addedOrRemoved: boolean) => void;

/**
 * Notices changes on disk of what open documents depend on. Clients watch the workspace where they can. Other files are
 * watched here, as long as an open document depends on them.
 */
export class FileWatching {
  readonly #connection: Connection;
  readonly #canRegister: boolean;
  readonly #canWatchElsewhere: boolean;
  readonly #changed: FilesChanged;
  readonly #registered = new Set<string>();
  readonly #dependencies = new Map<string, DocumentDependencies>();
  /** The uris of watched files as documents refer to them, by path. */
  #uris: ReadonlyMap<string, string> = new Map();
  #disk: DiskWatcher | undefined;

  /** @param changed is called with what the client does not report. */
  constructor(connection: Connection, { capabilities }: InitializeParams, changed: FilesChanged) {
    const watching = capabilities.workspace?.didChangeWatchedFiles;
    this.#connection = connection;
    this.#canRegister = watching?.dynamicRegistration === true;
    this.#canWatchElsewhere = this.#canRegister && watching?.relativePatternSupport === true;
    this.#changed = changed;
  }

  /** Watches the Turtle files and project files of the workspace. */
  watchWorkspace(): void {
    this.#register(workspaceGlobs.map((globPattern) => ({ globPattern })));
  }

  /** Watches what an open document depends on, instead of what it depended on before. */
  watch(uri: string, dependencies: DocumentDependencies, folders: readonly string[]): void {
    if (this.#canWatchElsewhere) {
      this.#registerElsewhere(dependencies.files, folders);
      return;
    }
    this.#dependencies.set(uri, this.#canRegister ? elsewhere(dependencies, folders) : dependencies);
    this.#watchDisk();
  }

  closed(uri: string): void {
    if (this.#dependencies.delete(uri)) this.#watchDisk();
  }

  dispose(): void {
    this.#disk?.dispose();
  }

  /** Asks the client to watch files that are outside the workspace or have other names. */
  #registerElsewhere(uris: readonly string[], folders: readonly string[]): void {
    const files = elsewhere({ files: uris, searches: [] }, folders).files.filter(
      (uri) => uri.startsWith('file:') && !this.#registered.has(uri),
    );
    for (const uri of files) this.#registered.add(uri);
    this.#register(
      files.map((uri) => ({ globPattern: { baseUri: folderOf(uri), pattern: fileNameOfUri(uri) } })),
    );
  }

  #register(watchers: readonly FileSystemWatcher[]): void {
    if (!this.#canRegister || watchers.length === 0) return;
    this.#connection.client
      .register(DidChangeWatchedFilesNotification.type, { watchers: [...watchers] })
      .catch((error: unknown) => this.#connection.console.warn(`Files are not watched: ${error}`));
  }

  #watchDisk(): void {
    const all = [...this.#dependencies.values()];
    const uris = new Map(all.flatMap(({ files }) => files).flatMap((uri) => withPath(uri)));
    this.#uris = uris;
    this.#disk ??= new DiskWatcher({
      changed: (paths, addedOrRemoved) =>
        this.#changed(
          paths.map((file) => this.#uris.get(file) ?? URI.file(file).toString()),
          addedOrRemoved,
        ),
      limited: (message) => this.#connection.console.warn(message),
    });
    this.#disk.set({
      files: [...uris.keys()],
      searches: pathSearches(all.flatMap(({ searches }) => searches)),
    });
  }
}

const workspaceGlobs = [turtleGlob, `**/${projectFileName}`, `**/${importsFolder}/${importLockName}`];

/** Files other than the Turtle files and project files of the workspace. */
function elsewhere(
  { files, searches }: DocumentDependencies,
  folders: readonly string[],
): DocumentDependencies {
  return {
    files: files.filter(
      (uri) => !folders.some((folder) => workspaceGlobs.some((glob) => matchesGlob(folder, glob, uri))),
    ),
    searches: searches.filter(({ folderUri }) => !folders.some((folder) => isAtOrBelow(folderUri, folder))),
  };
}

function withPath(uri: string): readonly (readonly [string, string])[] {
  const location = URI.parse(uri);
  return location.scheme === 'file' ? [[location.fsPath, uri]] : [];
}
