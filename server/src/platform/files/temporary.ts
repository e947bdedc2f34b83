import { createHash, randomBytes } from 'node:crypto';
import { readdirSync, unlinkSync } from 'node:fs';
import { hostname } from 'node:os';
import path from 'node:path';
import { isRunning } from './isRunning.ts';
import { lookAt } from './look.ts';

/** Those of this thread, which are not litter yet. */
const own = new Set<string>();

/** A new name beside a file, by which others see whose it is: `.NAME.HOST-PROCESS-RANDOM.tmp`. */
export function temporaryName(file: string): string {
  const name = `.${path.basename(file)}.${host()}-${process.pid}-${randomBytes(4).toString('hex')}.tmp`;
  own.add(name);
  return path.join(path.dirname(file), name);
}

/** Says that a temporary file is no more. */
export function forgetTemporary(file: string): void {
  own.delete(path.basename(file));
}

/**
 * Removes the temporary files that processes of this machine have left which are no more. Where we may not look or remove,
 * they stay: nothing depends on it.
 *
 * @param of the file that they are beside; without it those of all files of the folder.
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
    // A folder may be written to and not be read.
    return [];
  }
}

function sweep(file: string): void {
  try {
    if (lookAt(file)?.isFile()) unlinkSync(file);
  } catch {
    // It belongs to somebody else, who sweeps it.
  }
}

function host(): string {
  return createHash('sha256').update(hostname()).digest('hex').slice(0, 8);
}
