import {
  type ApplyWorkspaceEditResult,
  BulkRegistration,
  CancellationTokenSource,
  CodeActionRequest,
  type Connection,
  DiagnosticSeverity,
  DidChangeConfigurationNotification,
  DidChangeTextDocumentNotification,
  DidCloseTextDocumentNotification,
  DidOpenTextDocumentNotification,
  HoverRequest,
  type InitializeParams,
  type InitializeResult,
  type Location,
  TextDocumentSyncKind,
  type WorkspaceEdit,
} from 'vscode-languageserver';
import { IdleTimer } from '../../base/idleTimer.ts';
import { retry } from '../../lab/evaluation/requests/retry.ts';
import { nodeFileSystem } from '../../platform/reading/fileSystem.ts';
import { programFile } from '../../platform/reading/shippedFiles.ts';
import { collectGarbage } from '../../platform/watch/memoryLimit.ts';
import type { LanguageModel } from '../../repair/llm/model/languageModel.ts';
import * as protocol from '../protocol/editor/protocol.ts';
import type { EditCapabilities, Validated } from '../protocol/engine/messages.ts';
import { notValidated } from '../protocol/failures.ts';
import { type LanguageClient, languageClient, ownCapability } from '../protocol/methods/languageClient.ts';
import { serverCommands } from '../protocol/methods/quickFixes.ts';
import { readSettings } from '../protocol/settings.ts';
import { ClientConfiguration } from './clientConfiguration.ts';
import type { DiskChanges } from './documents/diskChanges.ts';
import { FileWatching } from './documents/fileWatching.ts';
import { diagnosticsWithClientUris, Mirror } from './documents/mirror.ts';
import { fileDiagnostic, Publisher, withVerdict } from './documents/publisher.ts';
import { WorkspaceValidator } from './documents/workspaceValidation.ts';
import { Engines, type Priority } from './engines/engines.ts';
import { SpareEngines } from './engines/spareEngines.ts';
import { startEngine } from './engines/startEngine.ts';
import {
  type DocumentNews,
  type EngineListener,
  Watchdog,
  type WatchdogListener,
} from './engines/watchdog.ts';
import type { HandlerContext } from './handlers/handlerContext.ts';
import { addHandlers, fixAllKind } from './handlers/handlers.ts';
import { addMethodHandlers, askEngine, methodCapabilities } from './handlers/methodHandlers.ts';
import { refactorKinds, rewriteKind, sourceKinds } from './handlers/textActions.ts';
import { type ModelClient, Models } from './models/models.ts';
import { type StoreClient, Stores } from './stores/stores.ts';

/**
 * Serves a client over a connection until it sends exit. The engine runs in a process of its own.
 *
 * @returns a function that ends the engines when the client disconnects without an exit notification.
 */
export function startLanguageServer(connection: Connection): () => void {
  let server: Server | undefined;
  const started = (): Server => {
    if (!server) throw new Error('the client has not said initialize');
    return server;
  };
  // An error in one place must not stop the checking of all documents.
  process.on('uncaughtException', (error) => connection.console.error(error.stack ?? error.message));
  process.on('unhandledRejection', (error) => connection.console.error(String(error)));

  connection.onInitialize((params): InitializeResult => {
    server = new Server(connection, params);
    const language = methodCapabilities(params.capabilities);
    return {
      capabilities: {
        positionEncoding: 'utf-16',
        textDocumentSync: { openClose: true, change: TextDocumentSyncKind.Incremental, save: true },
        ...language,
        executeCommandProvider: { commands: [...serverCommands.keys()] },
        codeActionProvider: {
          codeActionKinds: ['quickfix', rewriteKind, ...refactorKinds, fixAllKind, ...sourceKinds],
          resolveProvider: true,
        },
        workspace: {
          ...language.workspace,
          workspaceFolders: { supported: true, changeNotifications: true },
        },
      },
      serverInfo: { name: 'SHACL Repair' },
    };
  });
  connection.onInitialized(() => started().begin());
  connection.onShutdown(() => server?.dispose());
  connection.onExit(() => server?.dispose());
  addHandlers(connection, started);
  addMethodHandlers(connection, started);
  connection.listen();
  return () => server?.dispose();
}

/** Everything that lives as long as the connection, wired together. */
class Server implements HandlerContext {
  readonly mirror = new Mirror(nodeFileSystem.ignoresCase);
  readonly configuration: ClientConfiguration;
  readonly publisher: Publisher;
  readonly watching: FileWatching;
  readonly engines: Engines;
  readonly spareEngines: SpareEngines;
  readonly workspaceValidation: WorkspaceValidator;
  diskChanges: DiskChanges | undefined;
  readonly models: Models | undefined;
  readonly asksForStores: boolean;
  readonly fetchesImports: boolean;
  readonly #stores: Stores;
  #isRestricted: boolean;
  programs: readonly string[] = [];
  readonly showsPlaces: boolean;
  readonly appliesEdits: boolean;
  readonly resolvesEdits: boolean;
  readonly writesSettings: boolean;
  readonly languageClient: LanguageClient;
  readonly #connection: Connection;
  readonly #params: InitializeParams;
  readonly #clientShowsStatus: boolean;
  #retryingModel: LanguageModel | undefined;
  readonly #idle = new IdleTimer(2000, collectGarbage);
  /** Code lenses of shapes rest on validations. They are requested again after a pause in typing. */
  readonly #lensesChanged = new IdleTimer(1000, () => this.#refresh('codeLens'));
  #engineState: protocol.EngineStateParams = { state: 'starting' };
  /** A client must not be sent anything before it is initialized. */
  #tellState: ((state: protocol.EngineStateParams) => void) | undefined;
  readonly #settled: Promise<void>;
  #settle: () => void = () => {};
  /** Counts how often the settings were read, so that a late answer does not replace a newer one. */
  #reading = 0;

  constructor(connection: Connection, params: InitializeParams) {
    this.#connection = connection;
    this.#params = params;
    this.#settled = new Promise((resolve) => {
      this.#settle = resolve;
    });
    const { codeAction } = params.capabilities.textDocument ?? {};
    const own = ownCapability(params.capabilities);
    this.appliesEdits = params.capabilities.workspace?.applyEdit === true;
    this.showsPlaces = params.capabilities.window?.showDocument?.support === true;
    this.resolvesEdits = codeAction?.resolveSupport?.properties?.includes?.('edit') === true;
    this.languageClient = languageClient(params);
    this.configuration = new ClientConfiguration(connection, params);
    this.writesSettings = own?.settings === true;
    this.#clientShowsStatus = own?.status === true;
    this.#isRestricted =
      (params.initializationOptions as protocol.InitializationOptions | null)?.restricted === true;
    this.asksForStores = own?.stores === true;
    this.fetchesImports = own?.imports === true;
    this.#stores = new Stores({
      client: this.asksForStores ? storeClient(connection) : undefined,
      env: process.env,
      isRestricted: () => this.#isRestricted,
    });
    if (own?.models === true) {
      this.models = new Models(modelClient(connection), noModel, process.env.OPENAI_API_KEY);
    }
    this.watching = new FileWatching(connection, params, (uris, addedOrRemoved) =>
      this.filesChanged(uris, addedOrRemoved),
    );
    this.publisher = new Publisher(
      ({ uri, diagnostics, ...version }) =>
        void connection.sendDiagnostics({
          uri: this.mirror.clientUri(uri),
          diagnostics: diagnosticsWithClientUris(diagnostics, this.mirror),
          ...version,
        }),
      (uri) => this.mirror.get(uri),
    );
    const start = (listener: EngineListener, priority: Priority = 'normal') =>
      startEngine(programFile('engine.js'), listener, priority);
    this.engines = new Engines(start, () => this.mirror.all(), this.#engineListener());
    this.engines.start();
    this.spareEngines = new SpareEngines(
      (texts) => new Watchdog((listener) => start(listener), texts, this.#spareEngineListener()),
      () => this.mirror.all(),
    );
    this.workspaceValidation = new WorkspaceValidator(
      async (files, signal, progress) => {
        const params = files ? { files } : {};
        return (await askEngine(this, 'engine/validateFiles', params, signal, { progress })) ?? [];
      },
      this.publisher,
      (error) => connection.console.error(`Files that are not open were not checked: ${error}`),
    );
  }

  filesChanged(uris: readonly string[], addedOrRemoved: boolean): void {
    this.engines.filesChanged(uris, addedOrRemoved);
    this.spareEngines.filesChanged(uris, addedOrRemoved);
    this.workspaceValidation.filesChanged(uris, addedOrRemoved);
    this.diskChanges?.filesChanged(uris);
  }

  /** Work that needs answers of the client, which it gives only after `initialized`. */
  begin(): void {
    this.#tellState = (state) => void this.#connection.sendNotification(protocol.engineState, state);
    this.#tellState(this.#engineState);
    const { workspace } = this.#params.capabilities;
    if (workspace?.didChangeConfiguration?.dynamicRegistration) {
      this.#connection.client
        .register(DidChangeConfigurationNotification.type, { section: 'shaclRepair' })
        .catch((error: unknown) => this.#connection.console.warn(`Settings are not followed: ${error}`));
    }
    if (workspace?.workspaceFolders) {
      this.#connection.workspace.onDidChangeWorkspaceFolders(({ added, removed }) => {
        this.configuration.changeFolders(
          added.map(({ uri }) => uri),
          removed.map(({ uri }) => uri),
        );
        void this.reconfigure();
      });
    }
    this.#followData();
    this.watching.watchWorkspace();
    void this.reconfigure();
  }

  /**
   * Registers for JSON-LD and RDF/XML, for which clients need only diagnostics: their own languages read and format JSON
   * and XML. Other clients send the documents to which their users attach the server.
   */
  #followData(): void {
    const { synchronization, hover, codeAction } = this.#params.capabilities.textDocument ?? {};
    if (!synchronization?.dynamicRegistration) return;
    const documentSelector = protocol.dataFiles;
    const following = BulkRegistration.create();
    following.add(DidOpenTextDocumentNotification.type, { documentSelector });
    following.add(DidChangeTextDocumentNotification.type, {
      documentSelector,
      syncKind: TextDocumentSyncKind.Incremental,
    });
    following.add(DidCloseTextDocumentNotification.type, { documentSelector });
    if (hover?.dynamicRegistration) following.add(HoverRequest.type, { documentSelector });
    if (codeAction?.dynamicRegistration)
      following.add(CodeActionRequest.type, {
        documentSelector,
        codeActionKinds: ['quickfix'],
        resolveProvider: true,
      });
    this.#connection.client
      .register(following)
      .catch((error: unknown) =>
        this.#connection.console.warn(`JSON-LD and RDF/XML are not followed: ${error}`),
      );
  }

  tell(message: string): void {
    this.#connection.window.showInformationMessage(message);
  }

  async showPlace({ uri, range }: Location): Promise<void> {
    await this.#connection.window.showDocument({ uri, selection: range, takeFocus: true });
  }

  async choose(question: string, titles: readonly string[]): Promise<string | undefined> {
    const items = titles.map((title) => ({ title }));
    return (await this.#connection.window.showInformationMessage(question, ...items))?.title;
  }

  apply(edit: WorkspaceEdit): Promise<ApplyWorkspaceEditResult> {
    return this.#connection.workspace.applyEdit(edit);
  }

  async reconfigure(): Promise<void> {
    const reading = ++this.#reading;
    const configuration = await this.configuration.read();
    if (reading !== this.#reading) return;
    this.models?.configure(configuration.model);
    this.programs = configuration.programs;
    this.engines.configure(configuration.engine);
    this.spareEngines.configure(configuration.engine);
    this.#refresh('inlayHint');
    this.#refresh('codeLens');
    this.#settle();
    if (configuration.judgesDiskChanges) await this.#followDisk(configuration.engine.edits, reading);
    else {
      this.diskChanges?.dispose();
      this.diskChanges = undefined;
    }
  }

  async #followDisk(edits: EditCapabilities, reading: number): Promise<void> {
    // Loaded only for users who want it.
    const { DiskChanges } = await import('./documents/diskChanges.ts');
    if (reading !== this.#reading) return;
    this.diskChanges ??= new DiskChanges({
      editor: this,
      judge: (params, signal) => askEngine(this, 'engine/judgeChange', params, signal),
      log: (message) => this.#connection.console.info(message),
    });
    this.diskChanges.follow(this.configuration.folders, edits);
  }

  trust(): void {
    this.#isRestricted = false;
    this.forgetStores();
  }

  forgetStores(): void {
    this.engines.forgetStores();
    this.spareEngines.forgetStores();
  }

  settled(): Promise<void> {
    return this.#settled;
  }

  /** Ends all engines. */
  dispose(): void {
    this.watching.dispose();
    this.workspaceValidation.dispose();
    this.diskChanges?.dispose();
    this.engines.dispose();
    this.spareEngines.dispose();
  }

  #engineListener(): WatchdogListener {
    return {
      received: (message) => this.#received(message),
      stateChanged: (state) => this.#stateChanged(state),
      held: (uri, reason) => this.#held(uri, reason),
      complete: async (request, signal) => {
        if (!this.models) throw new Error('the client does not support asking models');
        return this.models.complete(request, signal);
      },
      askStore: (request, signal) => this.#stores.ask(request, signal),
      trace: (text) => {
        const params: protocol.ModelTraceParams = { text };
        void this.#connection.sendNotification(protocol.modelTrace, params);
      },
      log: (level, message) => this.#connection.console[level](message),
    };
  }

  /** Its diagnostics are ignored: those of the engines that validate as users type are shown. */
  #spareEngineListener(): WatchdogListener {
    return {
      ...this.#engineListener(),
      received: () => {},
      stateChanged: () => {},
      held: () => {},
      // Their work takes minutes, so an endpoint that is overloaded for a moment must not end it.
      complete: async (request, signal) => {
        if (!this.models) throw new Error('the client does not support asking models');
        this.#retryingModel ??= retry(this.models);
        return this.#retryingModel.complete(request, signal);
      },
    };
  }

  #stateChanged(state: protocol.EngineStateParams): void {
    this.#engineState = state;
    if (state.state === 'stopped') this.publisher.clear();
    this.#tellState?.(state);
  }

  #held(uri: string, reason: string | undefined): void {
    this.publisher.hold(
      uri,
      reason === undefined ? [] : [fileDiagnostic(DiagnosticSeverity.Warning, 'notChecked', reason)],
    );
    const version = this.mirror.get(uri)?.version;
    if (reason === undefined || version === undefined) return;
    const clientUri = this.mirror.clientUri(uri);
    const params: protocol.StatusParams = { uri: clientUri, version, status: notValidated(reason) };
    void this.#connection.sendNotification(protocol.status, params);
  }

  #received(message: DocumentNews): void {
    this.#idle.interrupt();
    if (message.kind === 'dependencies') {
      if (this.mirror.get(message.uri)) this.watching.watch(message.uri, message, this.configuration.folders);
      return;
    }
    if (message.kind === 'labels') {
      this.#refresh('inlayHint');
      return;
    }
    const { uri, version } = message;
    if (message.kind === 'syntax') this.publisher.syntax(uri, version, message.diagnostics);
    else if (message.kind === 'shapes') this.publisher.shapes(message);
    else if (message.kind === 'hints') this.publisher.hints(uri, version, message.diagnostics);
    else if (this.publisher.report(this.#clientShowsStatus ? message : withVerdict(message))) {
      this.#validated(message);
    }
  }

  /** Makes the client ask again for what it shows, where it can. */
  #refresh(what: 'codeLens' | 'inlayHint'): void {
    if (this.#params.capabilities.workspace?.[what]?.refreshSupport !== true) return;
    // A client that is shutting down no longer answers.
    this.#connection.sendRequest(`workspace/${what}/refresh`).catch(() => {});
  }

  #validated({ uri, version, status, ms }: Validated): void {
    const clientUri = this.mirror.clientUri(uri);
    const statusParams: protocol.StatusParams = { uri: clientUri, version, status };
    const validatedParams: protocol.ValidatedParams = {
      uri: clientUri,
      version,
      results: status.results,
      verdict: status.verdict,
      reasons: status.reasons,
      ms,
    };
    void this.#connection.sendNotification(protocol.status, statusParams);
    this.#lensesChanged.interrupt();
    void this.#connection.sendNotification(protocol.validated, validatedParams);
  }
}

/** Until the settings are read. */
const noModel = readSettings([]).settings.model;

/** The client's part in asking models. */
function modelClient(connection: Connection): ModelClient {
  return {
    access: (params, signal) => requestOfClient(connection, protocol.modelAccess, params, signal),
    editorModel: (params, signal) => requestOfClient(connection, protocol.editorModel, params, signal),
  };
}

/** The client's part in asking stores. */
function storeClient(connection: Connection): StoreClient {
  return { access: (params, signal) => requestOfClient(connection, protocol.storeAccess, params, signal) };
}

/** A request to the client whose cancellation is passed on. */
async function requestOfClient<P, R>(
  connection: Connection,
  method: string,
  params: P,
  signal: AbortSignal,
): Promise<R> {
  signal.throwIfAborted();
  const source = new CancellationTokenSource();
  const cancel = () => source.cancel();
  signal.addEventListener('abort', cancel, { once: true });
  try {
    return await connection.sendRequest<R>(method, params, source.token);
  } finally {
    signal.removeEventListener('abort', cancel);
    source.dispose();
  }
}
