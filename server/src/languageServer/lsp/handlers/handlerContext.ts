import {
  type CancellationToken,
  type Connection,
  type Location,
  LSPErrorCodes,
  ResponseError,
  type WorkspaceEdit,
} from 'vscode-languageserver';
import { isAbort } from '../../../base/abort.ts';
import type { LanguageClient } from '../../protocol/methods/languageClient.ts';
import type { ClientConfiguration } from '../clientConfiguration.ts';
import type { DiskChanges } from '../documents/diskChanges.ts';
import type { FileWatching } from '../documents/fileWatching.ts';
import type { Mirror } from '../documents/mirror.ts';
import type { Publisher } from '../documents/publisher.ts';
import type { WorkspaceValidator } from '../documents/workspaceValidation.ts';
import type { Engines } from '../engines/engines.ts';
import type { SpareEngines } from '../engines/spareEngines.ts';
import type { Models } from '../models/models.ts';

/** What the handlers work with. */
export interface HandlerContext {
  readonly mirror: Mirror;
  readonly engines: Engines;
  /** For work that takes long. */
  readonly spareEngines: SpareEngines;
  readonly publisher: Publisher;
  readonly watching: FileWatching;
  readonly workspaceValidation: WorkspaceValidator;
  /** Undefined unless the user wants changes on disk to be judged. */
  readonly diskChanges: DiskChanges | undefined;
  readonly configuration: ClientConfiguration;
  /** Undefined where the client can't have models asked. */
  readonly models: Models | undefined;
  /** The programs that may be started as repair systems. */
  readonly programs: readonly string[];
  /** Whether the client can show a place in a document. */
  readonly showsPlaces: boolean;
  /** Whether the client edits its texts when the server asks it to. */
  readonly appliesEdits: boolean;
  /** Whether the client requests the edits that a code action lacks. */
  readonly resolvesEdits: boolean;
  /** Whether the client can write settings for a quick fix. */
  readonly writesSettings: boolean;
  /** Whether the client can ask its user to allow stores. */
  readonly asksForStores: boolean;
  /** Whether the client can let its user fetch imports. */
  readonly fetchesImports: boolean;
  /** What the client can do with the answers of the language service. */
  readonly languageClient: LanguageClient;
  /** Passes on which files changed on disk, and whether any were created or deleted. */
  filesChanged(uris: readonly string[], addedOrRemoved: boolean): void;
  /** Shows the user a message. */
  tell(message: string): void;
  /** Shows the user a place, where the client can. */
  showPlace(place: Location): Promise<void>;
  /** Lets the user choose one of some titles; undefined when none is chosen. */
  choose(question: string, titles: readonly string[]): Promise<string | undefined>;
  /** Asks the client to edit its texts. */
  apply(edit: WorkspaceEdit): Promise<unknown>;
  /** Rereads the settings and passes them on. */
  reconfigure(): Promise<void>;
  /** Records that the user trusts what is open from now on. */
  trust(): void;
  /** Asks stores again. */
  forgetStores(): void;
  /** Resolves when the settings have been read for the first time, even if the client did not send them. */
  settled(): Promise<void>;
}

/**
 * Wraps the handler of a request: an error is logged and answered with null, and the server continues. A `ResponseError` is
 * the answer.
 *
 * @param ready resolves when requests can be handled.
 */
export function guard(connection: Connection, ready: () => Promise<void> = async () => {}) {
  return <P, R>(work: (params: P, signal: AbortSignal) => Promise<R>) =>
    // For a request without parameters, the token is the only argument.
    async (given: P, token = given as CancellationToken): Promise<R | null> => {
      const params = (token === given ? undefined : given) ?? ({} as P);
      const controller = new AbortController();
      const listening = token.onCancellationRequested(() => controller.abort());
      try {
        if (token.isCancellationRequested) controller.abort();
        await ready();
        return await work(params, controller.signal);
      } catch (error) {
        if (isAbort(error, controller.signal))
          throw new ResponseError(LSPErrorCodes.RequestCancelled, 'cancelled');
        if (error instanceof ResponseError) throw error;
        connection.console.error(error instanceof Error ? (error.stack ?? error.message) : String(error));
        return null;
      } finally {
        listening.dispose();
      }
    };
}
