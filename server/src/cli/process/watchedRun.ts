/**
 * Runs a command in a thread of its own and watches it: shapes are untrusted, and a pathological `sh:pattern` can
 * hold a thread for hours. When a constraint or a file makes no progress within its time budget, the thread is
 * ended and the command starts again without it; it is then reported as not checked. When a thread has no memory left, the
 * next one ends earlier with what it has found. It does without a constraint at which two of them had none left, and the last one
 * without the longest file. What the ended thread printed is
 * dropped, except for stages that it had finished, behind which the next one goes on. Only this thread writes files. If
 * nothing can be left out, the command ends.
 */
import { Worker } from 'node:worker_threads';
import {
  type Follow,
  findStall,
  followThread,
  lookInterval,
  Quarantine,
  type Thread,
  timesUnnamed,
} from '../../base/supervision.ts';
import { escapeInvisibleLine } from '../../base/visibleText.ts';
import type { PipedBytes } from '../../platform/files/pipeSpool.ts';
import { Spool } from '../../platform/files/spool.ts';
import { memoryRemedy } from '../../platform/processes/ownProcess.ts';
import { patience } from '../../platform/reading/ioGuard.ts';
import { programFile } from '../../platform/reading/shippedFiles.ts';
import { cellCount, type Name } from '../../platform/watch/probe.ts';
import { ProbeReader } from '../../platform/watch/probeReader.ts';
import { isFileRead } from '../../service/ide/documents.ts';
import type {
  ExitCode,
  ProgramIo,
  RawOutput,
  RunDependencies,
  UpdateIfInterrupted,
  WriteFile,
} from '../io.ts';
import { cleanOutput } from '../output/cleanOutput.ts';
import { crashText, isOutOfMemory } from './crashText.ts';
import { ReportForThread, type ReportRequest, StagingForThread, type StagingRequest } from './threadFiles.ts';

/** What the thread is started with. */
export interface ThreadData {
  readonly args: readonly string[];
  readonly memory: Int32Array;
  /** The share of its memory at which it stops and reports what it has found. */
  readonly memoryShare: number;
  /** Whether somebody can be asked. */
  readonly canConfirm: boolean;
  readonly quarantined: readonly string[];
  /** How long earlier threads of the command took, in ms. */
  readonly spent: number;
  /** The state that the last stage of an earlier thread left. */
  readonly stage: string | undefined;
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
  /** Answered when everything that was printed before has been written. */
  | { readonly kind: 'drain' }
  /**
   * Asks for what was printed to be written. Answered when that is done; if it needs a reader and there is none any more,
   * the command is ended.
   */
  | { readonly kind: 'stage'; readonly state: string; readonly needsReader: boolean }
  | { readonly kind: 'complete' }
  /** Answered with `yes` when the person at the terminal, who sees what was printed before, consents. */
  | { readonly kind: 'confirm'; readonly question: string }
  | { readonly kind: 'ifInterrupted'; readonly text: string }
  | { readonly kind: 'sendIfInterrupted'; readonly update: UpdateIfInterrupted | undefined }
  | { readonly kind: 'ended'; readonly code: ExitCode };

/** The answer to readStdin, readPipe, writeFile, writeBytes, staging, report, drain, stage or confirm; a thread asks one thing at a time. */
export type ToThread =
  | { readonly kind: 'done'; readonly value: Answer }
  | { readonly kind: 'failed'; readonly message: string };

type Answer = PipedBytes | string | undefined;

/** The thread that a command runs in. */
export type CommandThread = Thread<FromThread, ToThread>;

/**
 * Runs a command line like `runCommandLine`, but gives up on constraints and files that take too long.
 * @param start starts the thread that the command runs in.
 */
export async function watchedRun(
  args: readonly string[],
  io: ProgramIo,
  start: (data: ThreadData) => CommandThread = startThread,
): Promise<ExitCode> {
  const quarantine = new Quarantine();
  let stdin: Promise<PipedBytes> | undefined;
  const pipes = new Map<string, Promise<PipedBytes>>();
  const consents = new Map<string, Promise<boolean>>();
  const repeatableIo = {
    ...io,
    readStdin: () => (stdin ??= io.readStdin()),
    readPipe(path: string) {
      const bytes = pipes.get(path) ?? io.readPipe(path);
      pipes.set(path, bytes);
      return bytes;
    },
    ...(io.confirm && {
      confirm(question: string) {
        const answer = consents.get(question) ?? io.confirm!(question);
        consents.set(question, answer);
        return answer;
      },
    }),
  };
  let stage: string | undefined;
  let [memoryShare, ...smallerShares] = memoryShares;
  let suspect: string | undefined;
  /** Whether something is skipped because there was no memory left for it. */
  let lacksMemory = false;
  /** How many of the longest files the next thread skips, where no memory is left. */
  let withoutLongest = 1;
  const began = performance.now();
  for (;;) {
    const spent = performance.now() - began;
    const outcome = await runOnce(
      { args, memoryShare, quarantined: quarantine.keys, spent, stage, start },
      repeatableIo,
    );
    stage = outcome.stage;
    const incomplete = stage === undefined ? '' : `${incompleteOutput}\n`;
    if (outcome.kind === 'ended') {
      await write(outcome.printed, io);
      if (lacksMemory) io.stderr.write(`shacl-repair ${args[0] ?? ''}: ${withoutMemory}\n`);
      if (outcome.code === 2 && !outcome.isComplete) io.stderr.write(incomplete);
      return outcome.code;
    }
    if (outcome.kind === 'lost') {
      outcome.printed.discard();
      cleanOutput(io.stderr).write(
        `${outcome.hasProgress ? '\n' : ''}${crashText(outcome.error, io.env)}\n${incomplete}`,
      );
      return 2;
    }
    if (outcome.kind === 'full') {
      const [smaller, ...others] = smallerShares;
      const { at, files } = outcome;
      if (at !== undefined && at === suspect) {
        quarantine.add(at);
        lacksMemory = true;
        [memoryShare, ...smallerShares] = memoryShares;
      } else if (smaller !== undefined) [memoryShare, smallerShares] = [smaller, others];
      else {
        // Skipping thousands of files one by one would take forever.
        for (const file of files.slice(0, withoutLongest)) quarantine.add(file);
        lacksMemory = true;
        withoutLongest *= 2;
      }
      suspect = at;
      continue;
    }
    const { stall } = outcome;
    if (stall.kind === 'unnamed' || !quarantine.addStuck(stall.key)) {
      io.stderr.write(
        `${outcome.hasProgress ? '\n' : ''}shacl-repair ${stallMessage(args[0] ?? '', stall)}\n${incomplete}`,
      );
      return 2;
    }
  }
}

/** Most of the heap, and less of it for commands that find too much to sort or to print in the rest. */
const memoryShares: readonly [number, ...number[]] = [0.85, 0.45, 0.15];

const withoutMemory = `What took too much memory was left out, and is named as not checked. ${memoryRemedy}`;

const incompleteOutput = 'The printed output is incomplete.';

/** Writes what was printed, and forgets it. */
async function write(printed: Printed, io: ProgramIo): Promise<void> {
  try {
    for (const { stream, text } of printed.pieces()) {
      io[stream].write(text);
      await io[stream].drained?.();
    }
  } finally {
    printed.discard();
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
          'Look for anything unusual in that file or its shapes and remove it, or split the file',
        ];
  return `${escapeInvisibleLine(`${command}: ${where}`)}. The command was ended. ${remedy}, then run it again.`;
}

type Printed = Spool<'stdout' | 'stderr'>;

type Outcome = {
  /** What the last stage left. */
  readonly stage: string | undefined;
} & End;

type End =
  | {
      readonly kind: 'ended';
      readonly code: ExitCode;
      readonly printed: Printed;
      /** Whether its stages and what was printed after them are the whole output. */
      readonly isComplete: boolean;
    }
  | {
      readonly kind: 'lost';
      readonly error: Error;
      readonly printed: Printed;
      readonly hasProgress: boolean;
    }
  /**
   * Memory ran out during a piece of work, which need not be the cause. Files can be skipped, the longest ones first, or
   * else this piece.
   */
  | { readonly kind: 'full'; readonly at: string | undefined; readonly files: readonly string[] }
  /** `hasProgress` says whether it has printed its progress. */
  | { readonly kind: 'stuck'; readonly stall: Stall; readonly hasProgress: boolean };

interface Start extends Pick<ThreadData, 'memoryShare'> {
  readonly args: readonly string[];
  readonly quarantined: readonly string[];
  readonly spent: number;
  readonly stage: string | undefined;
  readonly start: (data: ThreadData) => CommandThread;
}

function startThread(workerData: ThreadData): CommandThread {
  return new Worker(programFile('cliThread.js'), { workerData });
}

async function runOnce(
  { args, memoryShare, quarantined, spent, stage, start }: Start,
  io: ProgramIo,
): Promise<Outcome> {
  const memory = new Int32Array(new SharedArrayBuffer(cellCount * Int32Array.BYTES_PER_ELEMENT));
  // Some terminals without a window have no width.
  const terminal = ({ isTTY = false, columns }: RawOutput) => ({ isTTY, columns: columns || 80 });
  const terminals = { stdout: terminal(io.stdout), stderr: terminal(io.stderr) };
  const thread = start({
    args,
    memory,
    memoryShare,
    canConfirm: io.confirm !== undefined,
    quarantined,
    spent,
    stage,
    terminals,
  });
  const printed: Printed = new Spool();
  const stallWatch = new StallWatch(memory, lookInterval);
  let hasProgress = false;
  const folder = new StagingForThread(io.openStaging);
  const report = new ReportForThread(io.openReport);
  const interruption = new ToldInterruption(
    (text) => cleanOutput(io.stderr).write(text),
    // Messages that the thread still sends would arrive after it, unless it is stuck and sends nothing.
    async ({ address, text }) => {
      await Promise.race([
        thread.terminate(),
        new Promise((resolve) => setTimeout(resolve, patience).unref()),
      ]);
      await io.openUpdates(address).update(text, AbortSignal.timeout(patience));
    },
  );
  let lastStage = stage;
  let isComplete = false;

  const follow: Follow<FromThread, End> = (resolve, reject) => {
    const stuck = (stall: Stall) => {
      printed.discard();
      end({ kind: 'stuck', stall, hasProgress });
    };
    const answer = (work: Promise<Answer>) =>
      work.then(
        (value) => thread.postMessage({ kind: 'done', value }),
        (error: Error) => thread.postMessage({ kind: 'failed', message: error.message }),
      );
    const lost = (error: Error) => end({ kind: 'lost', error, printed, hasProgress });
    const end = (how: End) => {
      // The signal is what ends the process.
      if (interruption.isEnding) return;
      interruption.dispose();
      resolve(how);
    };
    return {
      look() {
        const stall = stallWatch.stall();
        if (stall) stuck(stall);
      },
      failed(error) {
        if (!isOutOfMemory(error)) return lost(error);
        const isLeftOut = new Set(quarantined);
        const piece = stallWatch.piece?.key;
        const at = piece !== undefined && isLeftOut.has(piece) ? undefined : piece;
        const read = stallWatch.longestFirst.filter((key) => !isLeftOut.has(key));
        const files = read.length > 0 || at === undefined ? read : [at];
        if (files.length === 0) return lost(error);
        printed.discard();
        end({ kind: 'full', at, files });
      },
      // This has no effect after the thread has reported how the command ended.
      exited: (code) => lost(new Error(`the command ended with code ${code} before it was done`)),
      received(message) {
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
          case 'stage':
            // A result counts as judged as soon as a part of it may have been written.
            lastStage = message.state;
            if (message.needsReader && io.stdout.isClosed?.())
              end({ kind: 'ended', code: 2, printed, isComplete: true });
            else void answer(write(printed, io).then(() => undefined));
            break;
          case 'complete':
            isComplete = true;
            break;
          case 'confirm':
            void answer(
              write(printed, io)
                .then(() => io.confirm?.(message.question))
                .then((isConfirmed) => (isConfirmed ? 'yes' : undefined)),
            );
            break;
          case 'ifInterrupted':
            interruption.change(message.text);
            break;
          case 'sendIfInterrupted':
            interruption.send(message.update);
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
            end({ kind: 'ended', code: message.code, printed, isComplete });
        }
      },
    };
  };
  try {
    const end = await followThread(thread, follow, { stuck: () => io.stuck?.() });
    return { ...end, stage: lastStage };
  } finally {
    interruption.dispose();
    await interruption.undo();
    await folder.abandon();
    await report.abandon();
  }
}

/** Signals of people, of job schedulers at a time limit, and of terminals that are closed. */
const interrupts = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/**
 * When the process is interrupted, prints what is done and how to continue, undoes changes of a store, and then lets the
 * signal end it. Changes of a store are also undone where the run ends otherwise.
 */
class ToldInterruption {
  readonly #say: (text: string) => void;
  readonly #send: (update: UpdateIfInterrupted) => Promise<void>;
  #text: string | undefined;
  #update: UpdateIfInterrupted | undefined;
  #isListening: boolean = false;
  #isEnding: boolean = false;

  constructor(say: (text: string) => void, send: (update: UpdateIfInterrupted) => Promise<void>) {
    this.#say = say;
    this.#send = send;
  }

  /** Changes the message. Before the first call of this or of `send`, signals are not handled. */
  change(text: string): void {
    this.#listen();
    this.#text = text;
  }

  /** Changes what is sent to a store. */
  send(update: UpdateIfInterrupted | undefined): void {
    this.#listen();
    this.#update = update;
  }

  /** Whether a signal has arrived, which ends the process once the changes of a store are undone. */
  get isEnding(): boolean {
    return this.#isEnding;
  }

  /** Undoes what is still in a store. */
  async undo(): Promise<void> {
    const update = this.#update;
    if (update === undefined) return;
    this.#update = undefined;
    this.#say(`${update.meaning}\n`);
    try {
      await this.#send(update);
    } catch (error) {
      this.#say(`That failed. ${(error as Error).message} ${update.remedy}\n`);
    }
  }

  /** Stops listening. */
  dispose(): void {
    for (const signal of interrupts) process.off(signal, this.#tell);
    this.#isListening = false;
  }

  #listen(): void {
    if (this.#isListening) return;
    this.#isListening = true;
    for (const signal of interrupts) process.once(signal, this.#tell);
  }

  readonly #tell = (signal: NodeJS.Signals): void => {
    this.dispose();
    this.#isEnding = true;
    void this.#end().finally(() => process.kill(process.pid, signal));
  };

  async #end(): Promise<void> {
    if (this.#text !== undefined) this.#say(`\nInterrupted. ${this.#text}\n`);
    else if (this.#update !== undefined) this.#say('\nInterrupted.\n');
    await this.undo();
  }
}

/**
 * Finds out from shared memory that the thread of a command makes no progress. A constraint, or a file that is read, may
 * take as long as its budget. Other work may take longer, and even longer if long texts were read. A thread makes progress
 * as long as it enters a constraint or a file, prints something, or returns to its event loop, as it does while it waits.
 */

type Stall =
  /** A constraint, or a file that is read: it can be skipped. */
  | { readonly kind: 'named'; readonly key: string }
  /** Any other work, after this many ms, in the step that was announced last. */
  | { readonly kind: 'unnamed'; readonly step: string | undefined; readonly ms: number };

/** The rest of the budget of a piece is for noticing that it is stuck, and for restarting without it. */
const shareOfPiece = 0.7;

export class StallWatch extends ProbeReader {
  /** How many budgets reading may take beyond the first of each file: processing long texts takes time as well. */
  #longTexts = 0;
  /** By the keys of reading files. */
  readonly #weights = new Map<string, number>();

  override name(name: Name): void {
    super.name(name);
    if (name.kind !== 'suspect') return;
    this.#longTexts += name.weight - 1;
    if (isFileRead(name.key)) this.#weights.set(name.key, name.weight);
  }

  /** The keys of reading files, those of the longest ones first. */
  get longestFirst(): readonly string[] {
    return [...this.#weights].sort(([, one], [, other]) => other - one).map(([key]) => key);
  }

  /** The work that the thread is stuck at, if it is. */
  stall(): Stall | undefined {
    const { piece, stalled, still, step } = this.look();
    const unnamed = patience * (timesUnnamed + this.#longTexts);
    const stall = findStall({ piece, stalled, still }, { budget: shareOfPiece * patience, unnamed });
    return stall?.kind === 'unnamed' ? { ...stall, step } : stall;
  }
}
