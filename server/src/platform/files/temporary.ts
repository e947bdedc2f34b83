import { createHash, randomBytes } from 'node:crypto';
import { readdirSync, unlinkSync } from 'node:fs';
import { hostname } from 'node:os';
import path from 'node:path';
import { lookAt } from './look.ts';

/** The temporary files of this thread that are still in use. */
const own = new Set<string>();

/** A new name beside a file: `.NAME.HOST-PROCESS-RANDOM.tmp`. It tells other processes whose file it is. */
export function temporaryName(file: string): string {
  const name = `.${path.basename(file)}.${host()}-${process.pid}-${randomBytes(4).toString('hex')}.tmp`;
  own.add(name);
  return path.join(path.dirname(file), name);
}

/** Records that a temporary file no longer exists. */
export function forgetTemporary(file: string): void {
  own.delete(path.basename(file));
}

/**
 * Removes temporary files of processes on this machine that have ended. Files that can't be read or removed stay;
 * nothing depends on their removal.
 *
 * @param of the file beside which the temporary files are; without it, those of all files of the folder.
 */
export function sweepTemporary(folder: string, of?: string): void {
  for (const name of namesIn(folder)) {
    const [, base, hostOf, pid] = /^\.(.+)\.([0-9a-f]{8})-(\d+)-[0-9a-f]{8}\.tmp$/.exec(name) ?? [];
    if (base === undefined || own.has(name) || (of !== undefined && base !== of)) continue;
    if (hostOf !== host() || (Number(pid) !== process.pid && isRunning(Number(pid)))) continue;
    sweep(path.join(folder, name));
  }
}

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch {
    // A folder may be writable but not readable.
    return [];
  }
}

function sweep(file: string): void {
  try {
    if (lookAt(file)?.isFile()) unlinkSync(file);
  } catch {
    // It belongs to another user, whose processes remove it.
  }
}

function host(): string {
  return createHash('sha256').update(hostname()).digest('hex').slice(0, 8);
}

/** Whether a process with this ID runs on this machine. */
export function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // The process belongs to another user.
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
