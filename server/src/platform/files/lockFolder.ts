import { randomBytes } from 'node:crypto';
import { closeSync, constants, linkSync, openSync, readFileSync, renameSync, unlinkSync } from 'node:fs';
import { hostname } from 'node:os';
import { attempt, FileProblem } from './fileProblem.ts';
import { isRunning } from './isRunning.ts';
import { lookAt, openBelow, regularFile } from './look.ts';
import { forgetTemporary, temporaryName } from './temporary.ts';
import { writeAll } from './writeAll.ts';

/** Another process writes to a folder. */
export class LockedError extends FileProblem {
  override readonly name = 'LockedError';
}

/** Who holds a lock. */
interface Owner {
  readonly host: string;
  readonly process: number;
  /** What tells it from others of the same process. */
  readonly key: string;
}

/** The keys of the locks that this thread holds. */
const held = new Set<string>();

/**
 * Keeps other processes from writing to a folder. One that was killed leaves its lock behind, which does not count; of
 * other machines nobody can tell, so their locks do.
 *
 * @param lock the file that says who writes to it, in a folder without links.
 * @returns how to unlock it.
 * @throws LockedError while another process writes to it.
 */
export function lockFolder(folder: string, lock: string): () => void {
  const owner: Owner = { host: hostname(), process: process.pid, key: randomBytes(8).toString('hex') };
  for (let tries = 0; !take(lock, owner); tries++) {
    const text = settledText(lock);
    if (text === undefined) continue;
    const other = ownerOf(text);
    if (tries === maxTries || (other && isAlive(other))) throw locked(folder, lock, other);
    clearAway(lock, text);
  }
  held.add(owner.key);
  return () => unlock(lock, owner);
}

const maxTries = 20;

function take(lock: string, owner: Owner): boolean {
  regularFile(lock, 'locked');
  return attempt(lock, 'locked', () => {
    let handle: number;
    try {
      handle = openSync(lock, 'wx', 0o644);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
      throw error;
    }
    try {
      writeAll(handle, Buffer.from(`${JSON.stringify(owner)}\n`));
      return true;
    } catch (error) {
      unlinkSync(lock);
      throw error;
    } finally {
      closeSync(handle);
    }
  });
}

/** What a lock says; undefined when it is gone. One that says nothing yet is waited for: it may be in the making. */
function settledText(lock: string): string | undefined {
  for (let looks = 0; ; looks++) {
    const text = textOf(lock);
    if (text === undefined || ownerOf(text) || looks === 4) return text;
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 25);
  }
}

function textOf(lock: string): string | undefined {
  if (!regularFile(lock, 'locked')) return undefined;
  try {
    const handle = openBelow(lock, constants.O_RDONLY, 0, 'locked');
    try {
      return readFileSync(handle, 'utf8');
    } finally {
      closeSync(handle);
    }
  } catch (error) {
    // It was taken away in between.
    if (!lookAt(lock)) return undefined;
    throw error;
  }
}

/** Undefined for a file that no process of ours has written, or was killed over. */
function ownerOf(text: string): Owner | undefined {
  // Earlier versions wrote the number of the process.
  if (/^[1-9]\d{0,9}$/.test(text)) return { host: hostname(), process: Number(text), key: '' };
  try {
    const { host, process, key } = JSON.parse(text);
    return typeof host === 'string' && Number.isSafeInteger(process) && process > 0 && typeof key === 'string'
      ? { host, process, key }
      : undefined;
  } catch {
    return undefined;
  }
}

function isAlive(owner: Owner): boolean {
  if (owner.host !== hostname()) return true;
  // A number is used again, in containers by the next process of the same program.
  return owner.process === process.pid ? held.has(owner.key) : isRunning(owner.process);
}

/** Removes a stale lock, if it still is the one that was looked at. */
function clearAway(lock: string, text: string): void {
  if (textOf(lock) !== text) return;
  const aside = temporaryName(lock);
  try {
    attempt(lock, 'locked', () => moved(lock, aside) && settle(aside, text, lock));
  } finally {
    forgetTemporary(aside);
  }
}

function moved(lock: string, aside: string): boolean {
  try {
    renameSync(lock, aside);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return false;
    throw error;
  }
}

function settle(aside: string, text: string, lock: string): void {
  if (textOf(aside) !== text) {
    // Another process has taken the lock in between: it gets it back.
    try {
      linkSync(aside, lock);
    } catch {
      // A third one has it already, or there are no hard links.
      if (!lookAt(lock)) {
        renameSync(aside, lock);
        return;
      }
    }
  }
  unlinkSync(aside);
}

function unlock(lock: string, owner: Owner): void {
  held.delete(owner.key);
  if (!lookAt(lock)?.isFile()) return;
  if (ownerOf(textOf(lock) ?? '')?.key === owner.key) attempt(lock, 'removed', () => unlinkSync(lock));
}

function locked(folder: string, lock: string, owner: Owner | undefined): LockedError {
  const who = owner
    ? `process ${owner.process}${owner.host === hostname() ? '' : ` on ${owner.host}`}`
    : 'others';
  return new LockedError(
    `${folder} is being written by ${who}. Wait for it, or, if that is something else, remove ${lock}.`,
  );
}
