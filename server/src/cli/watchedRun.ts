/**
 * Runs a command in a thread of its own and watches it: shapes are untrusted, and a pathological `sh:pattern` can
 * hold a thread for hours. A constraint or a file that does not move for its time budget is given up on: the thread is
 * ended, and the command starts again without it, which is then reported as not checked. What the ended thread
 * printed is dropped, and files are written by this thread only.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { cellCount, cells, type Name } from '../engine/probe.ts';
import { Spool } from '../platform/files/spool.ts';
import { programFile } from '../platform/programFile.ts';
import type { ExitCode, OpenStaging, ProgramIo, RawOutput, Staging, WriteFile } from './io.ts';

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
  | { readonly kind: 'readStdin' }
  | { readonly kind: 'readPipe'; readonly path: string }
  | { readonly kind: 'writeFile'; readonly file: Parameters<WriteFile> }
  | { readonly kind: 'progress'; readonly text: string }
  | { readonly kind: 'staging'; readonly request: StagingRequest }
  /** Is answered when all that was printed before has been taken. */
  | { readonly kind: 'drain' }
  | { readonly kind: 'ended'; readonly code: ExitCode };

/** What a command does with the folder that it writes. The answer to `open` is the journal. */
export type StagingRequest =
  | { readonly kind: 'open'; readonly folderUri: string }
  | { readonly kind: 'note'; readonly text: string }
  | { readonly kind: 'write'; readonly path: string; readonly text: string }
  | { readonly kind: 'forget' | 'publish' | 'abandon' };

/** The answer to readStdin, readPipe, writeFile, staging or drain; a thread asks one thing at a time. */
export type ToThread =
  | { readonly kind: 'done'; readonly value: Answer }
  | { readonly kind: 'failed'; readonly message: string };

type Answer = Uint8Array | string | undefined;

/** How long a constraint may go without moving, in ms: the default of `validation.timeout`. */
const budget = 10_000;
const interval = 250;
/** How long a thread may take to end, in ms: one that waits for a drive which does not answer never does. */
const endTime = 2000;

/** Runs a command line like `runCommandLine`, but gives up on constraints and files that take too long. */
export async function watchedRun(args: readonly string[], io: ProgramIo): Promise<ExitCode> {
  const quarantined: string[] = [];
  let stdin: Promise<Uint8Array> | undefined;
  const pipes = new Map<string, Promise<Uint8Array>>();
  const world = {
    ...io,
    readStdin: () => (stdin ??= io.readStdin()),
    readPipe(path: string) {
      const bytes = pipes.get(path) ?? io.readPipe(path);
      pipes.set(path, bytes);
      return bytes;
    },
  };
  for (;;) {
    const outcome = await runOnce(args, quarantined, world);
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
    quarantined.push(outcome.key);
  }
}

type Printed = Spool<'stdout' | 'stderr'>;

type Outcome =
  | { readonly kind: 'ended'; readonly code: ExitCode; readonly printed: Printed }
  | { readonly kind: 'stuck'; readonly key: string };

function runOnce(args: readonly string[], quarantined: readonly string[], io: ProgramIo): Promise<Outcome> {
  const memory = new Int32Array(new SharedArrayBuffer(cellCount * Int32Array.BYTES_PER_ELEMENT));
  const terminal = ({ isTTY = false, columns = 80 }: RawOutput) => ({ isTTY, columns });
  const terminals = { stdout: terminal(io.stdout), stderr: terminal(io.stderr) };
  const workerData: ThreadData = { args, memory, quarantined, terminals };
  const thread = new Worker(programFile('cliThread.js'), { workerData });
  const printed: Printed = new Spool();
  const names = new Map<number, { readonly key: string; readonly weight: number }>();
  const folder = new StagedFolder(io.openStaging);

  let watch: NodeJS.Timeout | undefined;
  return new Promise<Outcome>((resolve, reject) => {
    let moves = 0;
    let since = performance.now();
    watch = setInterval(() => {
      const stuckAt = names.get(memory[cells.suspect]!);
      if (stuckAt === undefined || memory[cells.moves] !== moves) {
        moves = memory[cells.moves]!;
        since = performance.now();
      } else if (performance.now() - since > budget * stuckAt.weight) {
        printed.discard();
        resolve({ kind: 'stuck', key: stuckAt.key });
      }
    }, interval);
    const answer = (work: Promise<Answer>) =>
      work.then(
        (value) => thread.postMessage({ kind: 'done', value } satisfies ToThread),
        (error: Error) => thread.postMessage({ kind: 'failed', message: error.message } satisfies ToThread),
      );
    thread.on('error', reject);
    thread.on('message', (message: FromThread) => {
      switch (message.kind) {
        case 'print':
          try {
            printed.add(message.stream, message.text);
          } catch (error) {
            reject(error);
          }
          break;
        case 'drain':
          void answer(Promise.resolve(undefined));
          break;
        case 'name':
          if (message.name.kind === 'suspect') names.set(message.name.number, message.name);
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
        case 'progress':
          io.progress.write(message.text);
          break;
        case 'staging':
          void answer(folder.do(message.request));
          break;
        case 'ended':
          resolve({ kind: 'ended', code: message.code, printed });
      }
    });
  }).finally(async () => {
    clearInterval(watch);
    const ended = await Promise.race([
      thread.terminate().then(() => true),
      delay(endTime, false, { ref: false }),
    ]);
    if (!ended) io.stuck?.();
    await folder.abandon();
  });
}

/** The folder that a thread writes, if it does. It is not left half-written when the thread is ended. */
class StagedFolder {
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
