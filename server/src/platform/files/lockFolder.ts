import { randomBytes } from 'node:crypto';
import { closeSync, constants, linkSync, openSync, readFileSync, renameSync, unlinkSync } from 'node:fs';
import { hostname } from 'node:os';
import { attempt, FileProblem } from './fileProblem.ts';
import { lookAt, openBelow, regularFile } from './look.ts';
import { forgetTemporary, isRunning, temporaryName } from './temporary.ts';
import { writeAll } from './writeAll.ts';

/** The folder is locked by another process that writes to it. */
export class LockedError extends FileProblem {
  override readonly name = 'LockedError';
}

/** The holder of a lock. */
interface Owner {
  readonly host: string;
  readonly process: number;
  /** Distinguishes several locks of one process. */
  readonly key: string;
}

/** The keys of the locks that this thread holds. */
const held = new Set<string>();

/**
 * Keeps other processes from writing to a folder. The lock of a process that was killed is ignored. Locks of other machines
 * are always respected, because their processes can't be checked.
 *
 * @param lock the file that names the writing process, in a folder without links.
 * @returns a function that unlocks the folder.
 * @throws LockedError while another process writes to the folder.
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

/** The text of a lock; undefined when the lock is gone. An empty lock may be incomplete, so this waits for its text. */
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
    // Another process removed the lock in between.
    if (!lookAt(lock)) return undefined;
    throw error;
  }
}

/** Undefined for a text that this program did not write completely. */
function ownerOf(text: string): Owner | undefined {
  // Earlier versions wrote only the process ID.
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
  // Process IDs are reused; in containers, the next process of the same program often gets the same one.
  return owner.process === process.pid ? held.has(owner.key) : isRunning(owner.process);
}

/** Removes a stale lock, if it is still the one that was read. */
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
    // Another process has taken the lock in between, so it is put back.
    try {
      linkSync(aside, lock);
    } catch {
      // A third process already has the lock, or hard links are not supported.
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
    `${folder} is being written by ${who}. Wait for it, or remove ${lock} if that is another program.`,
  );
}

/**
 * Whether a name is safe for a file below a folder: it is a single step, leads nowhere else on any system, and has no
 * meaning for a shell.
 */
export function isPlainName(name: string): boolean {
  return /^[A-Za-z0-9._-]+$/.test(name) && !/^\.+$/.test(name);
}

/**
 * The steps of a path below a folder, given with slashes.
 *
 * @throws FileProblem when a step is not a plain name.
 */
export function plainSteps(path: string): readonly string[] {
  const steps = path.split('/');
  const odd = steps.find((step) => !isPlainName(step));
  if (odd === undefined) return steps;
  throw new FileProblem(
    `${JSON.stringify(path)} can't be the name of a file: only A–Z, a–z, 0–9, '.', '_' and '-' may be in it.`,
  );
}
