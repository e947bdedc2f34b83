/** A test client that talks to the built server over stdio, as editors do. */
import { type ChildProcess, spawn } from 'node:child_process';
import type {
  ClientCapabilities,
  CodeAction,
  Diagnostic,
  InitializeParams,
  Range,
  ShowDocumentParams,
  ShowMessageRequestParams,
  WorkspaceEdit,
} from 'vscode-languageserver';
import {
  CancellationToken,
  createProtocolConnection,
  ProgressType,
  type ProtocolConnection,
  StreamMessageReader,
  StreamMessageWriter,
} from 'vscode-languageserver/node';
import * as protocol from '../languageServer/protocol/editor/protocol.ts';
import { childProcesses } from './childProcesses.ts';

/** A command that starts a server on standard input and output. */
export interface ServerCommand {
  readonly command: string;
  readonly args: readonly string[];
  readonly cwd: string;
}

export interface StartOptions {
  /** Added to the environment of this process. The OPENAI_API_KEY of this process is not passed on. */
  readonly env?: Readonly<Record<string, string>>;
  readonly capability?: protocol.ClientCapability;
  /** In place of what VS Code can do. */
  readonly capabilities?: ClientCapabilities;
  /** Whether the user does not trust the folder. */
  readonly restricted?: boolean;
}

/** Options for waiting for an answer. */
interface AskOptions<Progress> {
  readonly token?: CancellationToken;
  readonly progress?: (progress: Progress) => void;
}

const progressToken = 'model progress';

const optionalRequests = [
  'client/registerCapability',
  'workspace/configuration',
  'workspace/workspaceFolders',
  'window/workDoneProgress/create',
];

export class TestClient {
  readonly #server: ChildProcess;
  readonly #connection: ProtocolConnection;
  readonly #diagnostics = new Map<string, readonly Diagnostic[]>();
  readonly #versions = new Map<string, number>();
  readonly #validated: protocol.ValidatedParams[] = [];
  readonly statuses = new Map<string, protocol.StatusParams['status']>();
  readonly engineStates: protocol.EngineStateParams[] = [];
  readonly log: string[] = [];
  /** The messages that users see. */
  readonly messages: string[] = [];
  /** What the user chooses of the items of a message; nothing unless a test says so. */
  choose: (titles: readonly string[]) => string | undefined | Promise<string | undefined> = () => undefined;
  /** Edits the texts as the server asks. */
  applyEdit: (edit: WorkspaceEdit) => Promise<void> = async () => {};
  /** The places that the server has shown. */
  readonly placesShown: ShowDocumentParams[] = [];
  /** What the server has asked that clients need not be able to answer. */
  readonly asked: string[] = [];
  /** The traces about models. Their progress messages are in `modelProgress`. */
  readonly modelTraces: string[] = [];
  readonly modelProgress: string[] = [];
  /** Answers the server when it asks for permission to call an endpoint. */
  modelAccess: (params: protocol.ModelAccessParams) => protocol.ModelAccess = () => ({ kind: 'granted' });
  readonly accessAsked: protocol.ModelAccessParams[] = [];
  editorModel: (params: protocol.EditorModelParams) => protocol.EditorModelAnswer = () => ({
    kind: 'failed',
    error: 'model',
    message: 'This client has no models.',
  });

  private constructor(program: string | ServerCommand, env: Readonly<Record<string, string>>) {
    const { OPENAI_API_KEY: _, ...inherited } = process.env;
    const { command, args, cwd } =
      typeof program === 'string'
        ? { command: process.execPath, args: [program, '--stdio'], cwd: undefined }
        : program;
    this.#server = spawn(command, args, {
      cwd,
      stdio: ['pipe', 'pipe', 'inherit'],
      env: { ...inherited, ...env },
    });
    this.#connection = createProtocolConnection(
      new StreamMessageReader(this.#server.stdout!),
      new StreamMessageWriter(this.#server.stdin!),
    );
    this.#connection.onNotification(
      'textDocument/publishDiagnostics',
      (params: { uri: string; diagnostics: Diagnostic[] }) => {
        this.#diagnostics.set(params.uri, params.diagnostics);
      },
    );
    this.#connection.onNotification(protocol.validated, (params: protocol.ValidatedParams) => {
      this.#validated.push(params);
    });
    this.#connection.onNotification(protocol.status, ({ uri, status }: protocol.StatusParams) => {
      this.statuses.set(uri, status);
    });
    this.#connection.onNotification(protocol.engineState, (state: protocol.EngineStateParams) => {
      this.engineStates.push(state);
    });
    this.#connection.onNotification('window/logMessage', ({ message }: { message: string }) => {
      this.log.push(message);
    });
    this.#connection.onRequest('window/showMessageRequest', async (params: ShowMessageRequestParams) => {
      this.messages.push(params.message);
      const title = await this.choose((params.actions ?? []).map((action) => action.title));
      return title === undefined ? null : { title };
    });
    this.#connection.onRequest('workspace/applyEdit', async ({ edit }: { edit: WorkspaceEdit }) => {
      this.asked.push('workspace/applyEdit');
      await this.applyEdit(edit);
      return { applied: true };
    });
    this.#connection.onRequest('window/showDocument', (params: ShowDocumentParams) => {
      this.placesShown.push(params);
      return { success: true };
    });
    for (const method of optionalRequests) {
      this.#connection.onRequest(method, () => {
        this.asked.push(method);
        return null;
      });
    }
    this.#connection.onRequest<protocol.ModelAccess, void>(
      protocol.modelAccess,
      (params: protocol.ModelAccessParams) => {
        this.accessAsked.push(params);
        return this.modelAccess(params);
      },
    );
    this.#connection.onRequest<protocol.EditorModelAnswer, void>(
      protocol.editorModel,
      (params: protocol.EditorModelParams) => this.editorModel(params),
    );
    this.#connection.onNotification(protocol.modelTrace, ({ text }: protocol.ModelTraceParams) => {
      this.modelTraces.push(text);
    });
    this.#connection.onProgress(new ProgressType<protocol.ModelProgress>(), progressToken, ({ message }) => {
      this.modelProgress.push(message);
    });
    this.#connection.listen();
  }

  /** Starts a server and performs the handshake. The options become `initializationOptions.shaclRepair`. */
  static async start(
    program: string | ServerCommand,
    folderUri: string,
    options: object,
    {
      env = {},
      capability = { status: true, models: true },
      capabilities = {
        workspace: { workspaceEdit: { documentChanges: true, snippetEditSupport: true } },
        textDocument: { codeAction: { resolveSupport: { properties: ['edit'] } } },
        experimental: { shaclRepair: capability },
      },
      restricted = false,
    }: StartOptions = {},
  ): Promise<TestClient> {
    const client = new TestClient(program, env);
    const params: InitializeParams = {
      processId: process.pid,
      rootUri: folderUri,
      capabilities,
      initializationOptions: { shaclRepair: options, restricted },
      workspaceFolders: [{ uri: folderUri, name: 'test' }],
    };
    await client.#connection.sendRequest('initialize', params);
    await client.#connection.sendNotification('initialized', {});
    return client;
  }

  async open(uri: string, text: string): Promise<void> {
    this.#versions.set(uri, 1);
    const textDocument = { uri, languageId: 'turtle', version: 1, text };
    await this.#connection.sendNotification('textDocument/didOpen', { textDocument });
  }

  change(uri: string, range: Range, text: string): Promise<void> {
    return this.#change(uri, { range, text });
  }

  /** Sends the whole text anew. */
  replace(uri: string, text: string): Promise<void> {
    return this.#change(uri, { text });
  }

  async #change(uri: string, change: { readonly range?: Range; readonly text: string }): Promise<void> {
    const version = this.#versions.get(uri)! + 1;
    this.#versions.set(uri, version);
    await this.#connection.sendNotification('textDocument/didChange', {
      textDocument: { uri, version },
      contentChanges: [change],
    });
  }

  async saved(uri: string): Promise<void> {
    await this.#connection.sendNotification('textDocument/didSave', { textDocument: { uri } });
  }

  async close(uri: string): Promise<void> {
    await this.#connection.sendNotification('textDocument/didClose', { textDocument: { uri } });
  }

  async fileChanged(...uris: readonly string[]): Promise<void> {
    await this.#connection.sendNotification('workspace/didChangeWatchedFiles', {
      changes: uris.map((uri) => ({ uri, type: 2 })),
    });
  }

  hover(uri: string, line: number, character: number): Promise<unknown> {
    return this.#connection.sendRequest('textDocument/hover', {
      textDocument: { uri },
      position: { line, character },
    });
  }

  codeActions(uri: string, diagnostic: Diagnostic, only?: readonly string[]): Promise<CodeAction[]> {
    const context = { diagnostics: [diagnostic], ...(only && { only }) };
    const params = { textDocument: { uri }, range: diagnostic.range, context };
    return this.#connection.sendRequest('textDocument/codeAction', params);
  }

  resolve(action: CodeAction): Promise<CodeAction> {
    return this.#connection.sendRequest('codeAction/resolve', action);
  }

  fixAll(uri: string): Promise<protocol.FixAll> {
    const params: protocol.FixAllParams = { uri };
    return this.#connection.sendRequest('shaclRepair/fixAll', params);
  }

  link(params: protocol.LinkParams): Promise<protocol.Link | null> {
    return this.#connection.sendRequest('shaclRepair/link', params);
  }

  report(uri: string): Promise<protocol.Report | null> {
    const params: protocol.FileParams = { uri };
    return this.#connection.sendRequest('shaclRepair/report', params);
  }

  exportReport(
    uri: string,
    format: protocol.ExportReportParams['format'],
  ): Promise<protocol.ExportedReport | null> {
    const params: protocol.ExportReportParams = { uri, format };
    return this.#connection.sendRequest('shaclRepair/exportReport', params);
  }

  repairs(uri: string, key: string): Promise<protocol.Repairs> {
    const params: protocol.RepairsParams = { uri, key };
    return this.#connection.sendRequest('shaclRepair/repairs', params);
  }

  modelRepairs(
    uri: string,
    key: string,
    token = CancellationToken.None,
  ): Promise<protocol.ModelRepairs | null> {
    const params: protocol.ModelRepairsParams = { uri, key, partialResultToken: progressToken };
    return this.#connection.sendRequest('shaclRepair/modelRepairs', params, token);
  }

  repairWithModel(uri: string, keys: readonly string[]): Promise<protocol.RepairWithModel | null> {
    const params: protocol.RepairWithModelParams = { uri, keys, partialResultToken: progressToken };
    return this.#connection.sendRequest('shaclRepair/repairWithModel', params);
  }

  prompt(uri: string, key: string): Promise<protocol.ShownPrompt | null> {
    const params: protocol.PromptParams = { uri, key };
    return this.#connection.sendRequest('shaclRepair/prompt', params);
  }

  /** Sends a request that has no method of its own. */
  request<Answer>(method: string, params: object): Promise<Answer | null> {
    return this.#connection.sendRequest(method, { ...params, partialResultToken: progressToken });
  }

  /** @param progress is called with the progress that the server reports. */
  async generateBenchmark(
    params: protocol.GenerateBenchmarkParams,
    { token = CancellationToken.None, progress = () => {} }: AskOptions<protocol.BenchmarkProgress> = {},
  ): Promise<protocol.GeneratedBenchmark | null> {
    return this.#followed('shaclRepair/generateBenchmark', params, { token, progress });
  }

  suite(uri: string): Promise<protocol.SuiteAnswer | null> {
    const params: protocol.SuiteParams = { uri };
    return this.#connection.sendRequest('shaclRepair/suite', params);
  }

  caseTexts(uri: string, id: string): Promise<protocol.CaseTextsAnswer | null> {
    const params: protocol.SuiteCaseParams = { uri, id };
    return this.#connection.sendRequest('shaclRepair/caseTexts', params);
  }

  async verifySuite(
    params: protocol.VerifySuiteParams,
    { token = CancellationToken.None, progress = () => {} }: AskOptions<protocol.VerifiedCases> = {},
  ): Promise<protocol.VerifySuiteAnswer | null> {
    return this.#followed('shaclRepair/verifySuite', params, { token, progress });
  }

  estimateEvaluation(
    params: protocol.EstimateEvaluationParams,
  ): Promise<protocol.EstimatedEvaluation | null> {
    return this.#connection.sendRequest('shaclRepair/estimateEvaluation', params);
  }

  async evaluate(
    params: protocol.EvaluateParams,
    { token = CancellationToken.None, progress = () => {} }: AskOptions<protocol.EvaluationProgress> = {},
  ): Promise<protocol.Evaluated | null> {
    return this.#followed('shaclRepair/evaluate', params, { token, progress });
  }

  async tryCases(
    params: protocol.TryCasesParams,
    { token = CancellationToken.None, progress = () => {} }: AskOptions<protocol.TriedCases> = {},
  ): Promise<protocol.TryCasesAnswer | null> {
    return this.#followed('shaclRepair/tryCases', params, { token, progress });
  }

  evaluationRuns(
    params: protocol.EvaluationRunsParams,
  ): Promise<readonly protocol.EvaluationRunInfo[] | null> {
    return this.#connection.sendRequest('shaclRepair/evaluationRuns', params);
  }

  evaluationReport(params: protocol.EvaluationReportParams): Promise<protocol.EvaluationReport | null> {
    return this.#connection.sendRequest('shaclRepair/evaluationReport', params);
  }

  async #followed<Answer, Progress>(
    method: string,
    params: object,
    { token, progress }: Required<AskOptions<Progress>>,
  ): Promise<Answer> {
    const partialResultToken = method;
    const listening = this.#connection.onProgress(new ProgressType<Progress>(), partialResultToken, progress);
    try {
      return await this.#connection.sendRequest<Answer>(method, { ...params, partialResultToken }, token);
    } finally {
      listening.dispose();
    }
  }

  restartEngine(): Promise<void> {
    return this.#connection.sendRequest('shaclRepair/restartEngine');
  }

  diagnostics(uri: string): readonly Diagnostic[] {
    return this.#diagnostics.get(uri) ?? [];
  }

  /** Waits for the next complete validation of the current version, for at most `limit` ms. */
  async validated(uri: string, limit = 20_000): Promise<protocol.ValidatedParams> {
    const isIt = (params: protocol.ValidatedParams) =>
      params.uri === uri && params.version === this.#versions.get(uri);
    this.#validated.splice(0, this.#validated.length, ...this.#validated.filter((params) => isIt(params)));
    await this.until(() => this.#validated.some(isIt), limit, `validation of ${uri}`);
    return this.#validated.splice(this.#validated.findIndex(isIt), 1)[0]!;
  }

  /** Forgets past validations, so that `validated` waits for a new one. */
  forgetValidations(): void {
    this.#validated.length = 0;
  }

  async until(condition: () => boolean, limit: number, what: string): Promise<void> {
    const deadline = performance.now() + limit;
    while (!condition()) {
      if (performance.now() > deadline)
        throw new Error(`no ${what} within ${limit} ms\n${this.log.join('\n')}`);
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  }

  /** The process ID of the engine. */
  enginePid(): number | undefined {
    return this.enginePids()[0];
  }

  /** The process IDs of all engines, in the order in which they were started. */
  enginePids(): readonly number[] {
    return childProcesses(this.#server.pid!);
  }

  get serverPid(): number {
    return this.#server.pid!;
  }

  async stop(): Promise<void> {
    const ended = new Promise((resolve) => this.#server.once('exit', resolve));
    await this.#connection.sendRequest('shutdown');
    await this.#connection.sendNotification('exit');
    await ended;
    this.#connection.dispose();
  }

  /** Kills the server without a shutdown request. */
  kill(): void {
    this.#server.kill('SIGKILL');
  }
}
