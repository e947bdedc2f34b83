import { randomBytes } from 'node:crypto';
import {
  accessSync,
  chmodSync,
  constants,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { URI } from 'vscode-uri';
import { CommandError, type WriteFile } from './io.ts';

/**
 * Writes a new file beside the old one and moves it over, so that at every moment the file is either the old or the
 * new one. It keeps its mode, its byte order mark and, if it is a symbolic link, its being one. Ctrl-C waits for the
 * end.
 */
export const writeFile: WriteFile = async (uri, before, after) => {
  const file = URI.parse(uri).fsPath;
  let interrupted: NodeJS.Signals | undefined;
  const wait = (signal: NodeJS.Signals) => {
    interrupted = signal;
  };
  for (const signal of interrupts) process.on(signal, wait);
  try {
    replace(file, before, after);
    // Signals that came meanwhile are delivered now.
    await new Promise((resolve) => setImmediate(resolve));
  } catch (error) {
    if (error instanceof CommandError) throw error;
    throw new CommandError(`${file} can't be written: ${(error as Error).message}.`);
  } finally {
    for (const signal of interrupts) process.off(signal, wait);
  }
  if (interrupted) process.kill(process.pid, interrupted);
};

const interrupts = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

const byteOrderMark = '\ufeff';

function replace(file: string, before: string, after: string): void {
  const target = realpathSync(file);
  // A file that must not be written could still be replaced, where its folder can be.
  accessSync(target, constants.W_OK);
  const old = readFileSync(target, 'utf8');
  const mark = old.startsWith(byteOrderMark) ? byteOrderMark : '';
  if (old !== mark + before) {
    throw new CommandError(`${file} has changed since it was read, so it is left alone. Try again.`);
  }
  const fresh = path.join(
    path.dirname(target),
    `.${path.basename(target)}.${randomBytes(4).toString('hex')}.tmp`,
  );
  try {
    writeFileSync(fresh, mark + after, { flag: 'wx', flush: true });
    chmodSync(fresh, statSync(target).mode);
    renameSync(fresh, target);
  } catch (error) {
    rmSync(fresh, { force: true });
    throw error;
  }
}
