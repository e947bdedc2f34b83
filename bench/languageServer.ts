import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type {
  CodeAction,
  Diagnostic,
  Position,
  Range,
  TextDocumentEdit,
  TextEdit,
} from 'vscode-languageserver';
import {
  CancellationTokenSource,
  createProtocolConnection,
  type ProtocolConnection,
  StreamMessageReader,
  StreamMessageWriter,
} from 'vscode-languageserver/node';
import * as protocol from '../server/src/languageServer/protocol/editor/protocol.ts';
import type { Workload } from './workloads.ts';

/** A complete validation as seen by the client. */
export interface Validation {
  readonly results: number;
  /** The time from the message that caused it to its end, in ms. */
  readonly time: number;
  /** The time that the engine reports, in ms. */
  readonly engineTime: number;
  /** The processor time of all threads of the server meanwhile, in ms; NaN where that is not known. */
  readonly cpuTime: number;
}

/** An answer to a request, with what it took. */
export interface Answer {
  readonly answer: unknown;
  /** From the message before it to the answer, in ms. */
  readonly time: number;
  /** The processor time of all threads of the server meanwhile, in ms; NaN where that is not known. */
  readonly cpuTime: number;
}

/** What a server is started for. */
type ServedWorkload = Pick<Workload, 'shapes' | 'data' | 'context'> & {
  /** The folder of the build that is started, if not of this one. */
  readonly build?: string;
  /** The name of the file with the data, if it is not Turtle. */
  readonly name?: string;
  /** Further files of the folder, by name. */
  readonly others?: Readonly<Record<string, string>>;
  /** Those of them that have the shapes of the data. */
  readonly linked?: readonly string[];
  /** Unless given, the shapes are context as well. */
  readonly shapesAreContext?: boolean;
  /** The setting `validation.inference`. */
  readonly inference?: string;
  /** The host of a store that may be asked. */
  readonly store?: string;
};

/** The built server as a process with one open document. It talks over stdio, as an editor does. */
export class LanguageServer {
  readonly #folder = mkdtempSync(path.join(tmpdir(), 'shacl-repair-bench-'));
  readonly #process: ChildProcess;
  readonly #connection: ProtocolConnection;
  readonly #model: object | undefined;
  readonly #inference: string | undefined;
  readonly #context: readonly string[];
  readonly #name: string;
  readonly #linked: readonly string[];
  #version = 0;
  #asked = performance.now();
  #cpuBefore = 0;
  #done: ((validation: Validation) => void) | undefined;
  #failed: ((error: Error) => void) | undefined;
  #state: protocol.StatusParams['status']['verdict'] | undefined;
  /** The newest diagnostics of the document. */
  diagnostics: readonly Diagnostic[] = [];

  /**
   * Starts a server for a folder with the workload's shapes and data. Call `open` next.
   *
   * @param model the settings of a language model that may be asked.
   */
  constructor(
    {
      shapes,
      data,
      name = 'data.ttl',
      context,
      shapesAreContext = true,
      inference,
      store,
      others = {},
      linked = [],
      build = ownBuild,
    }: ServedWorkload,
    model?: object,
  ) {
    this.#model = model;
    this.#inference = inference;
    this.#name = name;
    this.#linked = [name, ...linked];
    this.#context = [
      ...(shapesAreContext ? ['shapes.ttl'] : []),
      ...(context === undefined ? [] : ['context.ttl']),
    ];
    if (context !== undefined) writeFileSync(path.join(this.#folder, 'context.ttl'), context);
    writeFileSync(path.join(this.#folder, 'shapes.ttl'), shapes);
    writeFileSync(path.join(this.#folder, name), data);
    for (const [name, text] of Object.entries(others)) writeFileSync(path.join(this.#folder, name), text);
    this.#asked = performance.now();
    this.#process = spawn(process.execPath, [path.join(build, 'server.js'), '--stdio'], {
      stdio: ['pipe', 'pipe', 'inherit'],
      env: { ...process.env, ...(store !== undefined && { SHACL_REPAIR_ALLOW_STORE: store }) },
    });
    this.#process.once('exit', (code) => this.#failed?.(new Error(`the server ended with ${code}`)));
    this.#connection = createProtocolConnection(
      new StreamMessageReader(this.#process.stdout!),
      new StreamMessageWriter(this.#process.stdin!),
    );
    this.#connection.onNotification(
      'textDocument/publishDiagnostics',
      ({ uri, diagnostics }: { uri: string; diagnostics: readonly Diagnostic[] }) => {
        if (uri === this.#uri) this.diagnostics = diagnostics;
      },
    );
    this.#connection.onNotification(protocol.status, ({ uri, status }: protocol.StatusParams) => {
      if (uri === this.#uri) this.#state = status.verdict;
    });
    this.#connection.onNotification(protocol.validated, (params: protocol.ValidatedParams) =>
      this.#validated(params),
    );
    this.#connection.onRequest('client/registerCapability', () => null);
    this.#connection.onRequest<protocol.ModelAccess, void>(protocol.modelAccess, () => ({ kind: 'granted' }));
    this.#connection.listen();
  }

  /** Performs the handshake and opens the document. The time includes the start of the process. */
  async open(text: string): Promise<Validation> {
    const rootUri = pathToFileURL(this.#folder).toString();
    // The classes of the schema describe values of the data. So it is linked as context too, and the data graph is data
    // ∪ shapes, as for the peers.
    const links = this.#linked.map((data) => ({ data, shapes: ['shapes.ttl'], context: this.#context }));
    await this.#connection.sendRequest('initialize', {
      processId: process.pid,
      rootUri,
      capabilities: {
        workspace: { workspaceEdit: { documentChanges: true, snippetEditSupport: true } },
        ...(this.#model && { experimental: { shaclRepair: { models: true } } }),
      },
      initializationOptions: {
        shaclRepair: {
          links,
          validation: { debounce: 0, ...(this.#inference && { inference: this.#inference }) },
          ...(this.#model && { model: this.#model }),
        },
      },
      workspaceFolders: [{ uri: rootUri, name: 'bench' }],
    });
    await this.#connection.sendNotification('initialized', {});
    const validation = this.#next();
    const textDocument = {
      uri: this.#uri,
      languageId: this.#name.endsWith('.jsonld') ? 'jsonld' : 'turtle',
      version: this.#version,
      text,
    };
    await this.#connection.sendNotification('textDocument/didOpen', { textDocument });
    return validation;
  }

  /** Replaces a range of the document and waits for the validation. */
  async change(range: Range, text: string): Promise<Validation> {
    const validation = this.#next();
    this.#cpuBefore = this.#cpuTime();
    this.#asked = performance.now();
    await this.#connection.sendNotification('textDocument/didChange', {
      textDocument: { uri: this.#uri, version: this.#version },
      contentChanges: [{ range, text }],
    });
    return validation;
  }

  /**
   * The validation with which the verdict is no longer undecided.
   *
   * @param last of the same text.
   */
  async decided(last: Validation): Promise<Validation> {
    let validation = last;
    while (this.#state === 'undecided') {
      validation = await new Promise((resolve, reject) => {
        this.#done = resolve;
        this.#failed = reject;
      });
    }
    return validation;
  }

  /** Opens another document of the folder without waiting for its validation. */
  async openBeside(name: string, text: string): Promise<void> {
    const uri = pathToFileURL(path.join(this.#folder, name)).toString();
    const textDocument = { uri, languageId: 'turtle', version: 1, text };
    await this.#connection.sendNotification('textDocument/didOpen', { textDocument });
  }

  /** Replaces a range of another document without waiting for its validation. */
  async changeBeside(name: string, version: number, range: Range, text: string): Promise<void> {
    const uri = pathToFileURL(path.join(this.#folder, name)).toString();
    await this.#connection.sendNotification('textDocument/didChange', {
      textDocument: { uri, version },
      contentChanges: [{ range, text }],
    });
  }

  /** Replaces a range of the shapes, which are open beside the document, and waits for the validation of the document. */
  async changeShapes(version: number, range: Range, text: string): Promise<Validation> {
    const validation = new Promise<Validation>((resolve, reject) => {
      this.#done = resolve;
      this.#failed = reject;
    });
    this.#cpuBefore = this.#cpuTime();
    this.#asked = performance.now();
    await this.changeBeside('shapes.ttl', version, range, text);
    return validation;
  }

  /** Waits until the processes of the server have nothing to do. */
  async idle(): Promise<void> {
    for (let before = Number.NaN; ; ) {
      const now = this.#cpuTime();
      if (now - before < 2 || Number.isNaN(now)) return;
      before = now;
      await new Promise((resolve) => setTimeout(resolve, 200));
    }
  }

  /** The time of a hover at a position, in ms. */
  async hover(position: Position): Promise<number> {
    const start = performance.now();
    const found = await this.#connection.sendRequest('textDocument/hover', {
      textDocument: { uri: this.#uri },
      position,
    });
    if (!found) throw new Error('the hover was not answered');
    return performance.now() - start;
  }

  /** Replaces a range of the document, does not wait for the validation, and asks at once. The time of the answer, in ms. */
  async askWhileTyping(range: Range, text: string, method: string, params: object): Promise<Answer> {
    this.#version++;
    const cpuBefore = this.#cpuTime();
    const start = performance.now();
    await this.#connection.sendNotification('textDocument/didChange', {
      textDocument: { uri: this.#uri, version: this.#version },
      contentChanges: [{ range, text }],
    });
    const answer = await this.#connection.sendRequest(method, {
      textDocument: { uri: this.#uri },
      ...params,
    });
    return { answer, time: performance.now() - start, cpuTime: this.#cpuTime() - cpuBefore };
  }

  /** As `askWhileTyping`, until the text is validated as well. */
  async askAndValidate(range: Range, text: string, method: string, params: object): Promise<Answer> {
    const cpuBefore = this.#cpuTime();
    const start = performance.now();
    const validation = this.change(range, text);
    const answer = await this.ask(method, params);
    const time = performance.now() - start;
    await validation;
    return { answer, time, cpuTime: this.#cpuTime() - cpuBefore };
  }

  /** What a request costs while nobody types. */
  async askAtRest(method: string, params: object): Promise<Answer> {
    const cpuBefore = this.#cpuTime();
    const start = performance.now();
    const answer = await this.ask(method, params);
    return { answer, time: performance.now() - start, cpuTime: this.#cpuTime() - cpuBefore };
  }

  /** The answer to a request about the document. */
  ask(method: string, params: object): Promise<unknown> {
    return this.#connection.sendRequest(method, { textDocument: { uri: this.#uri }, ...params });
  }

  /** The processor time of the server and all its processes since their start, in ms; NaN without /proc. */
  #cpuTime(): number {
    try {
      return processTree(this.#process.pid!).reduce((sum, pid) => sum + cpuTime(pid), 0);
    } catch {
      return Number.NaN;
    }
  }

  /** The path of the folder with the documents. */
  get folder(): string {
    return this.#folder;
  }

  /** The quick fixes at a diagnostic and the time they took, in ms. */
  async codeActions(
    diagnostic: Diagnostic,
  ): Promise<{ readonly actions: readonly CodeAction[]; readonly time: number }> {
    const start = performance.now();
    const actions: CodeAction[] = await this.#connection.sendRequest('textDocument/codeAction', {
      textDocument: { uri: this.#uri },
      range: diagnostic.range,
      context: { diagnostics: [diagnostic] },
    });
    return { actions, time: performance.now() - start };
  }

  /** Applies the certain repairs of all results as one edit and validates. The time covers finding them, in ms. */
  async fixAll(): Promise<{
    readonly answer: protocol.FixAll;
    readonly time: number;
    readonly left: number;
  }> {
    const start = performance.now();
    const params: protocol.FixAllParams = { uri: this.#uri };
    const answer: protocol.FixAll = await this.#connection.sendRequest('shaclRepair/fixAll', params);
    const time = performance.now() - start;
    const [change] = (answer.edit?.documentChanges ?? []) as TextDocumentEdit[];
    const validation = this.#next();
    await this.#connection.sendNotification('textDocument/didChange', {
      textDocument: { uri: this.#uri, version: this.#version },
      contentChanges: [...((change?.edits ?? []) as TextEdit[])]
        .reverse()
        .map(({ range, newText }) => ({ range, text: newText })),
    });
    return { answer, time, left: (await validation).results };
  }

  /**
   * Asks the model about a result and cancels the request. Gives the time from cancelling to the end in ms, or
   * undefined when the request had already ended.
   */
  async cancelledModel(diagnostic: Diagnostic, cancelled: Promise<unknown>): Promise<number | undefined> {
    const source = new CancellationTokenSource();
    const { key } = diagnostic.data as { readonly key: string };
    const params: protocol.ModelRepairsParams = { uri: this.#uri, key };
    const asked = this.#connection.sendRequest('shaclRepair/modelRepairs', params, source.token).then(
      () => false,
      () => true,
    );
    await cancelled;
    const start = performance.now();
    source.cancel();
    return (await asked) ? performance.now() - start : undefined;
  }

  /** The memory of the server and all its processes, in MB; undefined without /proc. */
  residentMemory(): number | undefined {
    try {
      return processTree(this.#process.pid!).reduce((sum, pid) => sum + residentMemory(pid), 0);
    } catch {
      return undefined;
    }
  }

  async stop(): Promise<void> {
    this.#failed = undefined;
    const ended = new Promise((resolve) => this.#process.once('exit', resolve));
    await this.#connection.sendRequest('shutdown');
    await this.#connection.sendNotification('exit');
    await ended;
    this.#connection.dispose();
    rmSync(this.#folder, { recursive: true });
  }

  get #uri(): string {
    return pathToFileURL(path.join(this.#folder, this.#name)).toString();
  }

  /** Increments the version of the text and returns the validation of that version. */
  #next(): Promise<Validation> {
    this.#version++;
    return new Promise((resolve, reject) => {
      this.#done = resolve;
      this.#failed = reject;
    });
  }

  #validated({ uri, version, results, ms }: protocol.ValidatedParams): void {
    if (uri !== this.#uri || version !== this.#version) return;
    // There are no shapes until the settings have arrived.
    if (this.#state === 'unlinked') return;
    const time = performance.now() - this.#asked;
    this.#done?.({ results, time, engineTime: ms, cpuTime: this.#cpuTime() - this.#cpuBefore });
    this.#done = undefined;
  }
}

/** The copy of the build that run.mjs makes beside this program. */
const ownBuild = path.join(import.meta.dirname, 'dist');

function processTree(pid: number): readonly number[] {
  const children = readdirSync(`/proc/${pid}/task`).flatMap((task) =>
    readFileSync(`/proc/${pid}/task/${task}/children`, 'utf8').split(' ').filter(Boolean).map(Number),
  );
  return [pid, ...children.flatMap(processTree)];
}

/** In ms, of all threads. */
export function cpuTime(pid: number): number {
  return readdirSync(`/proc/${pid}/task`)
    .map((task) => Number(readFileSync(`/proc/${pid}/task/${task}/schedstat`, 'utf8').split(' ')[0]) / 1e6)
    .reduce((sum, time) => sum + time, 0);
}

function residentMemory(pid: number): number {
  const [, kilobytes] = /VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))!;
  return Number(kilobytes) / 1024;
}
