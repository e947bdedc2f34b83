/** Runs a command line as a process: what it reads, prints and writes, and how it ends. */

import type { WriteStream } from 'node:tty';
import { escapeInvisible } from '../base/visibleText.ts';
import { fileProblem } from '../platform/files/fileProblem.ts';
import { outputFile } from '../platform/files/writeAll.ts';
import { exitAtOnce } from '../platform/processes/ownProcess.ts';
import { readStream } from '../platform/reading/readPipe.ts';
import { runCommandLine } from './commandLine.ts';
import type { ExitCode, ProgramIo, RawOutput } from './io.ts';
import { cleanOutput } from './output/cleanOutput.ts';
import { briefRun } from './process/briefRun.ts';
import { crashText } from './process/crashText.ts';
import { firstThreadIo, pipeRoom, unreadable } from './process/nodeIo.ts';

/** Events of a stream after which nobody has to wait for it any longer. */
const ends = ['drain', 'error', 'close'];
const args = process.argv.slice(2);
/** The language server has a watchdog of its own. */
const watched = ['validate', 'repair', 'guard', 'generate', 'suite', 'evaluate', 'report', 'model-check'];
const isRepeated = args[0] === 'validate' && optionsOf(args).includes('--watch');
const once: typeof runCommandLine = watched.includes(args[0] ?? '') ? briefOrWatched : runCommandLine;
const run: typeof runCommandLine = isRepeated
  ? async (given, io) => (await import('./process/runAndWatch.ts')).runAndWatch(given, io, once)
  : once;
/** What is left to do with the outputs. */
const finishing: (() => void)[] = [];
const stderr = output(process.stderr);
const people = cleanOutput(stderr);
const tell = (note: string) => people.write(`${note}\n`);

let isStuck = false;

const code = await ended(
  run(args, {
    ...firstThreadIo((text) => people.write(text)),
    stuck: () => {
      isStuck = true;
    },
    readStdin: () => readStream(process.stdin, pipeRoom).catch(unreadable('standard input')),
    stdout: output(process.stdout),
    stderr,
    progress: stderr,
    ...(process.stdin.isTTY && process.stdout.isTTY && { confirm: confirmOnTerminal }),
  }),
);

process.exitCode = code;
for (const finish of finishing) finish();
if (isStuck) {
  await flushed();
  await exitAtOnce(code, () => {
    tell(
      `shacl-repair: a thread does not end, perhaps because a drive that was read from does not answer, so this process has to be killed. Its output is complete. It would have ended with exit code ${code}.`,
    );
    return flushed();
  });
}

function optionsOf(all: readonly string[]): readonly string[] {
  const end = all.indexOf('--');
  return end < 0 ? all : all.slice(0, end);
}

async function briefOrWatched(given: readonly string[], io: ProgramIo): Promise<ExitCode> {
  const code = await briefRun(given, io);
  if (code !== undefined) return code;
  const { watchedRun } = await import('./process/watchedRun.ts');
  return watchedRun(given, io);
}

/** Resolves when everything that was printed has reached its destination. */
async function flushed(): Promise<void> {
  for (const stream of [process.stdout, process.stderr]) {
    await new Promise((resolve) => stream.write('', resolve));
  }
}

/** A stream that may be closed by its reader, as `| head` does: what is written after that is dropped. */
function output(stream: WriteStream & { readonly fd: number }): RawOutput {
  const terminal = { isTTY: stream.isTTY, columns: stream.columns };
  const file = outputFile(stream.fd);
  if (file) {
    finishing.push(() => orEnd(() => file.sync()));
    return { ...terminal, write: (text) => orEnd(() => file.write(text)) };
  }
  let isOpen = true;
  stream.on('error', (error: NodeJS.ErrnoException) => {
    isOpen = false;
    if (error.code !== 'EPIPE') end(fileProblem(error, 'output', 'written'));
  });
  return {
    ...terminal,
    write(text) {
      if (isOpen && text !== '') stream.write(text);
    },
    isClosed: () => !isOpen,
    async drained() {
      if (!isOpen || !stream.writableNeedDrain) return;
      await new Promise<void>((resolve) => {
        const done = () => {
          for (const event of ends) stream.off(event, done);
          resolve();
        };
        for (const event of ends) stream.on(event, done);
      });
    },
  };
}

/** How the run ends, even in ways in which no command should end. */
async function ended(run: Promise<ExitCode>): Promise<ExitCode> {
  try {
    return await run;
  } catch (error) {
    tell(crashText(error, process.env));
    return 2;
  }
}

function orEnd(work: () => void): void {
  try {
    work();
  } catch (error) {
    end(error);
  }
}

/** Written to file descriptor 2, if that is still open. */
function end(error: unknown): never {
  console.error(escapeInvisible(`shacl-repair: ${(error as Error).message}`));
  process.exit(2);
}

/** Asks the person at the terminal a question that is answered with `y` or not. Ctrl-C ends the process. */
async function confirmOnTerminal(question: string): Promise<boolean> {
  const { createInterface } = await import('node:readline/promises');
  const terminal = createInterface({ input: process.stdin, output: process.stdout });
  terminal.once('SIGINT', () => {
    terminal.close();
    process.kill(process.pid, 'SIGINT');
  });
  // Without an answer, as after Ctrl-D, the question never resolves.
  const closed = new Promise<string>((resolve) => terminal.once('close', () => resolve('')));
  const answer = await Promise.race([terminal.question(question), closed]);
  terminal.close();
  return /^y(es)?$/i.test(answer.trim());
}
