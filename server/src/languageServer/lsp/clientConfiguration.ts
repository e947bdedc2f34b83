import type { ClientCapabilities, Connection, InitializeParams } from 'vscode-languageserver';
import { normalizeUri } from '../../workspace/project/uris.ts';
import { ownCapability } from '../protocol/methods/languageClient.ts';
import { readSettings, type ServerSettings } from '../protocol/settings.ts';
import type { Configuration } from './engines/watchdog.ts';

/** Where the client's settings and folders come from, in the ways in which clients provide them. */
export class ClientConfiguration {
  readonly #connection: Connection;
  readonly #capabilities: ClientCapabilities;
  /** From `initialize`, for clients without settings of their own. */
  readonly #initial: unknown;
  /** From `workspace/didChangeConfiguration`, for clients that push their settings. */
  #pushed: unknown;
  #folders: readonly string[];
  /** A client that shows the status of files itself invites its user to link shapes. */
  readonly #showsStatus: boolean;

  constructor(connection: Connection, params: InitializeParams) {
    this.#connection = connection;
    this.#capabilities = params.capabilities;
    this.#showsStatus = ownCapability(params.capabilities)?.status === true;
    this.#initial = section(params.initializationOptions);
    this.#folders = initialFolders(params).map(normalizeUri);
  }

  get folders(): readonly string[] {
    return this.#folders;
  }

  changeFolders(added: readonly string[], removed: readonly string[]): void {
    const gone = new Set(removed.map(normalizeUri));
    this.#folders = [...this.#folders.filter((uri) => !gone.has(uri)), ...added.map(normalizeUri)];
  }

  push(settings: unknown): void {
    this.#pushed = section(settings);
  }

  /**
   * Asks the client for the current settings of all folders. No folder decides which model is
   * used, because a key is sent there, nor which program is started.
   */
  async read(): Promise<
    { readonly engine: Configuration } & Pick<ServerSettings, 'model' | 'programs' | 'judgesDiskChanges'>
  > {
    const [general, ...perFolder] = await this.#pull();
    const { settings, problems } = readSettings([general, this.#pushed, this.#initial]);
    for (const problem of problems) this.#connection.console.warn(problem);
    const folders = this.#folders.map((uri, i) => ({
      uri,
      settings: readSettings([perFolder[i], this.#pushed, this.#initial]).settings.core,
    }));
    const edit = this.#capabilities.workspace?.workspaceEdit;
    const engine: Configuration = {
      folders,
      settings: settings.core,
      debounce: settings.debounce,
      validates: settings.validates,
      invites: !this.#showsStatus,
      timeout: settings.timeout,
      edits: {
        documentChanges: edit?.documentChanges === true,
        snippets: edit?.snippetEditSupport === true && edit.documentChanges === true,
        annotations: edit?.changeAnnotationSupport !== undefined,
        creates: edit?.documentChanges === true && edit.resourceOperations?.includes('create') === true,
        deletes: edit?.documentChanges === true && edit.resourceOperations?.includes('delete') === true,
      },
    };
    const { model, programs, judgesDiskChanges } = settings;
    return { engine, model, programs, judgesDiskChanges };
  }

  async #pull(): Promise<readonly unknown[]> {
    if (!this.#capabilities.workspace?.configuration) return [];
    const scopes = [undefined, ...this.#folders];
    const items = scopes.map((scopeUri) => ({
      section: 'shaclRepair',
      ...(scopeUri !== undefined && { scopeUri }),
    }));
    try {
      const answer: unknown = await Promise.race([
        this.#connection.workspace.getConfiguration(items),
        noAnswer(),
      ]);
      if (Array.isArray(answer)) return answer;
      this.#connection.console.warn('The client answered workspace/configuration with no list.');
      return [];
    } catch (error) {
      this.#connection.console.warn(`The client did not send its settings: ${error}`);
      return [];
    }
  }
}

/** Some clients claim to support the request, but never answer it. Documents should not wait for them forever. */
function noAnswer(): Promise<never> {
  return new Promise((_, reject) => {
    setTimeout(() => reject(new Error('no answer within 5 s')), 5000).unref();
  });
}

function section(settings: unknown): unknown {
  return (settings as { readonly shaclRepair?: unknown } | null | undefined)?.shaclRepair;
}

function initialFolders({ workspaceFolders, rootUri }: InitializeParams): readonly string[] {
  if (workspaceFolders) return workspaceFolders.map(({ uri }) => uri);
  return rootUri ? [rootUri] : [];
}
