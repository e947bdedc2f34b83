/**
 * Runs a command in a thread of its own and watches it: shapes are untrusted, and a pathological `sh:pattern` can
 * hold a thread for hours. When a constraint or a file makes no progress within its time budget, the thread is
 * ended and the command starts again without it; it is then reported as not checked. What the ended thread printed is
 * dropped, and only this thread writes files. If nothing can be left out, the command ends.
 */
import { Worker } from 'node:worker_threads';
import { escapeInvisibleLine } from '../../base/visibleText.ts';
import type { OpenStaging, Staging } from '../../jobs/ports.ts';
import { Spool } from '../../platform/files/spool.ts';
import { programFile } from '../../platform/processes/programFile.ts';
import { cellCount, type Name } from '../../platform/watch/probe.ts';
import type {
  ExitCode,
  OpenReport,
  ProgramIo,
  RawOutput,
  ReportFile,
  RunDependencies,
  WriteFile,
} from '../io.ts';
import { cleanOutput } from '../output/cleanOutput.ts';
import { crashText } from './crashText.ts';
import { type Stall, StallWatch } from './stallWatch.ts';

/** What the thread is started with. */
export interface ThreadData {
  readonly args: readonly string[];
  readonly memory: Int32Array;
  readonly quarantined: readonly string[];
  readonly terminals: Readonly<
    Record<'stdout' | 'stderr', { readonly isTTY: boolean; readonly columns: number }>
  >;
}

export type FromThread =
  | { readonly kind: 'print'; readonly stream: 'stdout' | 'stderr'; readonly text: string }
  | { readonly kind: 'name'; readonly name: Name }
  | { readonly kind: 'dependsOn'; readonly dependencies: RunDependencies }
  | { readonly kind: 'readStdin' }
  | { readonly kind: 'readPipe'; readonly path: string }
  | { readonly kind: 'writeFile'; readonly file: Parameters<WriteFile> }
  | { readonly kind: 'writeBytes'; readonly path: string; readonly bytes: Uint8Array }
  | { readonly kind: 'progress'; readonly text: string }
  | { readonly kind: 'staging'; readonly request: StagingRequest }
  | { readonly kind: 'report'; readonly request: ReportRequest }
  /** Is answered when everything that was printed before has been written. */
  | { readonly kind: 'drain' }
  | { readonly kind: 'ended'; readonly code: ExitCode };

/** What a command does with the folder that it writes. The answer to `open` is the journal. */
export type StagingRequest =
  | { readonly kind: 'open'; readonly folderUri: string }
  | { readonly kind: 'note'; readonly text: string }
  | { readonly kind: 'write'; readonly path: string; readonly text: string }
  | { readonly kind: 'forget' | 'publish' | 'abandon' };

/** What a command does with the file that its report goes to. */
export type ReportRequest =
  | { readonly kind: 'open'; readonly path: string }
  | { readonly kind: 'write'; readonly text: string }
  | { readonly kind: 'publish' | 'abandon' };

/** The answer to readStdin, readPipe, writeFile, writeBytes, staging, report or drain; a thread asks one thing at a time. */
export type ToThread =
  | { readonly kind: 'done'; readonly value: Answer }
  | { readonly kind: 'failed'; readonly message: string };

type Answer = Uint8Array | string | undefined;

/** How often to check whether the thread makes progress, in ms. */
const interval = 250;
/** How long a thread may take to end, in ms: one that waits for a drive which does not answer never does. */
const endTime = 2000;

/** What is needed of a worker thread. */
export interface CommandThread {
  on(event: 'message', listener: (message: FromThread) => void): unknown;
  on(event: 'error', listener: (error: Error) => void): unknown;
  on(event: 'exit', listener: (code: number) => void): unknown;
  postMessage(message: ToThread): void;
  terminate(): Promise<unknown>;
}

/**
 * Runs a command line like `runCommandLine`, but gives up on constraints and files that take too long.
 * @param start starts the thread that the command runs in.
 */
export async function watchedRun(
  args: readonly string[],
  io: ProgramIo,
  start: (data: ThreadData) => CommandThread = startThread,
): Promise<ExitCode> {
  const quarantined: string[] = [];
  let stdin: Promise<Uint8Array> | undefined;
  const pipes = new Map<string, Promise<Uint8Array>>();
  const repeatableIo = {
    ...io,
    readStdin: () => (stdin ??= io.readStdin()),
    readPipe(path: string) {
      const bytes = pipes.get(path) ?? io.readPipe(path);
      pipes.set(path, bytes);
      return bytes;
    },
  };
  for (;;) {
    const outcome = await runOnce({ args, quarantined: [...quarantined], start }, repeatableIo);
    if (outcome.kind === 'ended') {
      try {
        for (const { stream, text } of outcome.printed.pieces()) {
          io[stream].write(text);
          await io[stream].drained?.();
        }
      } finally {
        outcome.printed.discard();
      }
      return outcome.code;
    }
    if (outcome.kind === 'lost') {
      outcome.printed.discard();
      cleanOutput(io.stderr).write(`${outcome.hasProgress ? '\n' : ''}${crashText(outcome.error, io.env)}\n`);
      return 2;
    }
    const { stall } = outcome;
    if (stall.kind === 'unnamed' || quarantined.includes(stall.key)) {
      io.stderr.write(
        `${outcome.hasProgress ? '\n' : ''}shacl-repair ${stallMessage(args[0] ?? '', stall)}\n`,
      );
      return 2;
    }
    quarantined.push(stall.key);
  }
}

function stallMessage(command: string, stall: Stall): string {
  const [where, remedy] =
    stall.kind === 'named'
      ? [
          `it took too long again after it had been left out: ${stall.key}`,
          "Deactivate that constraint (sh:deactivated true) or take the file away, or use '--engine builtin'",
        ]
      : [
          `nothing has moved for ${Math.round(stall.ms / 1000)} s${stall.step === undefined ? '' : ` while ${stall.step}`}`,
          'Look for what is unusual in that file or its shapes and leave it out, or split the file',
        ];
  return `${escapeInvisibleLine(`${command}: ${where}`)}. The command was ended. ${remedy}, then run it again.`;
}

type Printed = Spool<'stdout' | 'stderr'>;

type Outcome =
  | { readonly kind: 'ended'; readonly code: ExitCode; readonly printed: Printed }
  | {
      readonly kind: 'lost';
      readonly error: Error;
      readonly printed: Printed;
      readonly hasProgress: boolean;
    }
  /** `hasProgress` says whether it has printed its progress. */
  | { readonly kind: 'stuck'; readonly stall: Stall; readonly hasProgress: boolean };

interface Start {
  readonly args: readonly string[];
  readonly quarantined: readonly string[];
  readonly start: (data: ThreadData) => CommandThread;
}

function startThread(workerData: ThreadData): CommandThread {
  return new Worker(programFile('cliThread.js'), { workerData });
}

function runOnce({ args, quarantined, start }: Start, io: ProgramIo): Promise<Outcome> {
  const memory = new Int32Array(new SharedArrayBuffer(cellCount * Int32Array.BYTES_PER_ELEMENT));
  const terminal = ({ isTTY = false, columns = 80 }: RawOutput) => ({ isTTY, columns });
  const terminals = { stdout: terminal(io.stdout), stderr: terminal(io.stderr) };
  const thread = start({ args, memory, quarantined, terminals });
  const printed: Printed = new Spool();
  const stallWatch = new StallWatch(memory, interval);
  let hasProgress = false;
  const folder = new StagingForThread(io.openStaging);
  const report = new ReportForThread(io.openReport);

  let watch: NodeJS.Timeout | undefined;
  return new Promise<Outcome>((resolve, reject) => {
    watch = setInterval(() => {
      const stall = stallWatch.look();
      if (!stall) return;
      printed.discard();
      resolve({ kind: 'stuck', stall, hasProgress });
    }, interval);
    const answer = (work: Promise<Answer>) =>
      work.then(
        (value) => thread.postMessage({ kind: 'done', value }),
        (error: Error) => thread.postMessage({ kind: 'failed', message: error.message }),
      );
    const lost = (error: Error) => resolve({ kind: 'lost', error, printed, hasProgress });
    thread.on('error', lost);
    // This has no effect after the thread has reported how the command ended.
    thread.on('exit', (code) => lost(new Error(`the command ended with code ${code} before it was done`)));
    thread.on('message', (message: FromThread) => {
      stallWatch.heard();
      switch (message.kind) {
        case 'print':
          try {
            printed.add(message.stream, message.text);
          } catch (error) {
            printed.discard();
            reject(error);
          }
          break;
        case 'drain':
          void answer(Promise.resolve(undefined));
          break;
        case 'name':
          stallWatch.name(message.name);
          break;
        case 'dependsOn':
          io.dependsOn?.(message.dependencies);
          break;
        case 'readStdin':
          void answer(io.readStdin());
          break;
        case 'readPipe':
          void answer(io.readPipe(message.path));
          break;
        case 'writeFile':
          void answer(io.writeFile(...message.file).then(() => undefined));
          break;
        case 'writeBytes':
          void answer(io.writeBytes(message.path, message.bytes).then(() => undefined));
          break;
        case 'progress':
          hasProgress = true;
          io.progress.write(message.text);
          break;
        case 'staging':
          void answer(folder.do(message.request));
          break;
        case 'report':
          void answer(report.do(message.request).then(() => undefined));
          break;
        case 'ended':
          resolve({ kind: 'ended', code: message.code, printed });
      }
    });
  }).finally(async () => {
    clearInterval(watch);
    const ended = await Promise.race([
      thread.terminate().then(() => true),
      new Promise<boolean>((resolve) => setTimeout(resolve, endTime, false).unref()),
    ]);
    if (!ended) io.stuck?.();
    await folder.abandon();
    await report.abandon();
  });
}

/** The report that a thread writes, if any. It is abandoned when the thread is ended. */
class ReportForThread {
  readonly #open: OpenReport;
  #file: ReportFile | undefined;

  constructor(open: OpenReport) {
    this.#open = open;
  }

  async do(request: ReportRequest): Promise<void> {
    switch (request.kind) {
      case 'open':
        this.#file = await this.#open(request.path);
        break;
      case 'write':
        await this.#file?.write(request.text);
        break;
      case 'publish':
        await this.#file?.publish();
        this.#file = undefined;
        break;
      case 'abandon':
        await this.abandon();
    }
  }

  async abandon(): Promise<void> {
    await this.#file?.abandon();
    this.#file = undefined;
  }
}

/** The folder that a thread writes, if any. It is abandoned when the thread is ended, so that no part of it is left. */
class StagingForThread {
  readonly #open: OpenStaging;
  #staging: Staging | undefined;

  constructor(open: OpenStaging) {
    this.#open = open;
  }

  async do(request: StagingRequest): Promise<string | undefined> {
    if (request.kind === 'open') {
      this.#staging = await this.#open(request.folderUri);
      return this.#staging.journal;
    }
    const staging = this.#staging!;
    switch (request.kind) {
      case 'note':
        await staging.note(request.text);
        break;
      case 'write':
        await staging.write(request.path, request.text);
        break;
      case 'forget':
        await staging.forget();
        break;
      case 'publish':
        await staging.publish();
        this.#staging = undefined;
        break;
      case 'abandon':
        await this.abandon();
    }
    return undefined;
  }

  async abandon(): Promise<void> {
    await this.#staging?.abandon();
    this.#staging = undefined;
  }
}
