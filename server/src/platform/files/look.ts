import { type BigIntStats, closeSync, constants, fstatSync, lstatSync, openSync } from 'node:fs';
import { attempt, FileProblem, type Use } from './fileProblem.ts';

/** The stat of a path without following links; undefined when nothing is there. Junctions count as links, too. */
export function lookAt(file: string): BigIntStats | undefined {
  return lstatSync(file, { bigint: true, throwIfNoEntry: false });
}

/**
 * The stat of a path below a folder that somebody else may have filled; undefined when nothing is there.
 *
 * @throws FileProblem when it is not a regular file.
 */
export function regularFile(file: string, use: Use): BigIntStats | undefined {
  const found = attempt(file, use, () => lookAt(file));
  if (found && !found.isFile()) throw strange(file, found, use);
  return found;
}

/** The problem of a path whose kind is not allowed for this use. */
export function strange(file: string, found: BigIntStats, use: Use): FileProblem {
  return new FileProblem(
    `${file} can't be ${use}: it is ${kindOf(found)}. Move it away, or give another place.`,
  );
}

/** The kind of a file system entry, in words for people. */
export function kindOf(found: BigIntStats): string {
  if (found.isSymbolicLink()) return 'a link, and links are not followed here';
  if (found.isDirectory()) return 'a folder';
  if (found.isFIFO()) return 'a named pipe';
  if (found.isSocket()) return 'a socket';
  return found.isFile() ? 'a file' : 'a device';
}

/**
 * Opens a regular file below a folder. It never follows a link and never waits for a pipe or device. When the system
 * can't refuse links itself, the opened file is compared with an earlier stat.
 *
 * @param flags as for `openSync`, as a number.
 */
export function openBelow(file: string, flags: number, mode: number, use: Use): number {
  const before = regularFile(file, use);
  const { O_NOFOLLOW = 0, O_NONBLOCK = 0 } = constants;
  const handle = attempt(file, use, () => openSync(file, flags | O_NOFOLLOW | O_NONBLOCK, mode));
  try {
    const opened = fstatSync(handle, { bigint: true });
    if (!opened.isFile()) throw strange(file, opened, use);
    const now = lookAt(file);
    if ((before && !isSame(before, opened)) || !now || !isSame(now, opened)) throw changed(file, use);
    return handle;
  } catch (error) {
    closeSync(handle);
    throw error;
  }
}

/** Whether two stats are of the same file or folder. */
export function isSame(one: BigIntStats, other: BigIntStats): boolean {
  return one.ino === other.ino && one.dev === other.dev;
}

function changed(file: string, use: Use): FileProblem {
  return new FileProblem(`${file} can't be ${use}: another program has just replaced it. Try again.`);
}
