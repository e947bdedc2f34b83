/**
 * Runs a command in a thread of its own and watches it: shapes are untrusted, and a pathological `sh:pattern` can
 * hold a thread for hours. A constraint that does not move for its time budget is given up on: the thread is ended,
 * and the command starts again without that constraint, which is then reported as not checked. What the ended thread
 * printed is dropped, and files are written by this thread only.
 */
import { Worker } from 'node:worker_threads';
import { cellCount, cells, type Name } from '../engine/probe.ts';
import { programFile } from '../platform/programFile.ts';
import type { CommandIo, ExitCode, WriteFile } from './io.ts';

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
  | { readonly kind: 'writeFile'; readonly file: Parameters<WriteFile> }
  | { readonly kind: 'ended'; readonly code: ExitCode };

/** The answer to readStdin or writeFile; a thread asks one thing at a time. */
export type ToThread =
  | { readonly kind: 'done'; readonly bytes: Uint8Array | undefined }
  | { readonly kind: 'failed'; readonly message: string };

/** How long a constraint may go without moving, in ms: the default of `validation.timeout`. */
const budget = 10_000;
const interval = 250;

/** Runs a command line like `runCommandLine`, but gives up on constraints that take too long. */
export async function watchedRun(args: readonly string[], io: CommandIo): Promise<ExitCode> {
  const quarantined: string[] = [];
  let stdin: Promise<Uint8Array> | undefined;
  const world = { ...io, readStdin: () => (stdin ??= io.readStdin()) };
  for (;;) {
    const outcome = await runOnce(args, quarantined, world);
    if (outcome.kind === 'ended') {
      for (const { stream, text } of outcome.printed) io[stream].write(text);
      return outcome.code;
    }
    quarantined.push(outcome.constraint);
  }
}

type Print = Extract<FromThread, { readonly kind: 'print' }>;

type Outcome =
  | { readonly kind: 'ended'; readonly code: ExitCode; readonly printed: readonly Print[] }
  | { readonly kind: 'stuck'; readonly constraint: string };

function runOnce(args: readonly string[], quarantined: readonly string[], io: CommandIo): Promise<Outcome> {
  const memory = new Int32Array(new SharedArrayBuffer(cellCount * Int32Array.BYTES_PER_ELEMENT));
  const terminal = ({ isTTY = false, columns = 80 }: CommandIo['stdout']) => ({ isTTY, columns });
  const terminals = { stdout: terminal(io.stdout), stderr: terminal(io.stderr) };
  const workerData: ThreadData = { args, memory, quarantined, terminals };
  const thread = new Worker(programFile('cliThread.js'), { workerData });
  const printed: Print[] = [];
  const names = new Map<number, string>();

  let watch: NodeJS.Timeout | undefined;
  return new Promise<Outcome>((resolve, reject) => {
    let moves = 0;
    let since = performance.now();
    watch = setInterval(() => {
      const stuckAt = names.get(memory[cells.constraint]!);
      if (stuckAt === undefined || memory[cells.moves] !== moves) {
        moves = memory[cells.moves]!;
        since = performance.now();
      } else if (performance.now() - since > budget) {
        resolve({ kind: 'stuck', constraint: stuckAt });
      }
    }, interval);
    const answer = (work: Promise<Uint8Array | undefined>) =>
      work.then(
        (bytes) => thread.postMessage({ kind: 'done', bytes } satisfies ToThread),
        (error: Error) => thread.postMessage({ kind: 'failed', message: error.message } satisfies ToThread),
      );
    thread.on('error', reject);
    thread.on('message', (message: FromThread) => {
      switch (message.kind) {
        case 'print':
          printed.push(message);
          break;
        case 'name':
          if (message.name.kind === 'constraint') names.set(message.name.number, message.name.key);
          break;
        case 'readStdin':
          void answer(io.readStdin());
          break;
        case 'writeFile':
          void answer(io.writeFile(...message.file).then(() => undefined));
          break;
        case 'ended':
          resolve({ kind: 'ended', code: message.code, printed });
      }
    });
  }).finally(() => {
    clearInterval(watch);
    return thread.terminate();
  });
}
