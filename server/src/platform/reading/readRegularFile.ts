import { constants as limits } from 'node:buffer';
import { constants, type Stats } from 'node:fs';
// biome-ignore lint/style/noRestrictedImports: opens files to read them.
import { type FileHandle, lstat, open, realpath, stat } from 'node:fs/promises';
import path from 'node:path';
import type { FileText } from '../../project/fileSystem.ts';
import type { IoGuard } from './ioGuard.ts';

export interface ReadLimits {
  /** In bytes. */
  readonly maxFileSize: number;
  /** The real path of a folder that must contain the file. */
  readonly under: string | undefined;
}

/**
 * Reads a regular file as text. It never waits for a pipe, a device or an endless file. Links are resolved once. The
 * opened file is checked before it is read, and can no longer be a link.
 * @throws errors of the file system, and NoAnswerError.
 */
export async function readRegularFile(
  file: string,
  { maxFileSize, under }: ReadLimits,
  guard: IoGuard,
): Promise<FileText> {
  // This stat comes before opening: <(…) of a shell has no real path, and opening a pipe would wait for its writer.
  const found = await guard.run(file, () => stat(file));
  const obstacle = obstacleOf(found, file, maxFileSize);
  if (obstacle) return obstacle;
  const real = await guard.run(file, () => realpath(file));
  if (under !== undefined && !isBelow(real, await guard.run(under, () => realpath(under)))) {
    return unreadable('outside', real);
  }
  const { O_NOFOLLOW } = constants;
  if (O_NOFOLLOW === undefined && (await guard.run(real, () => lstat(real))).isSymbolicLink()) {
    return unreadable('failed', 'it has just become a link');
  }
  // Non-blocking, in case a pipe has replaced the file since.
  const flags = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0) | (O_NOFOLLOW ?? 0);
  const handle = await guard.run(real, () => open(real, flags));
  try {
    const opened = await guard.run(real, () => handle.stat());
    const bytes = await readAll(handle, opened.size, maxFileSize, (work) => guard.run(real, work));
    return obstacleOf(opened, real, maxFileSize) ?? decode(bytes, maxFileSize);
  } finally {
    // A handle whose read never ends is never closed.
    handle.close().catch(() => {});
  }
}

/** True when a real path is below a real folder. */
export function isBelow(real: string, folder: string): boolean {
  return real.startsWith(folder.endsWith(path.sep) ? folder : folder + path.sep);
}

function obstacleOf(found: Stats, real: string, maxFileSize: number): FileText | undefined {
  if (found.isDirectory()) return unreadable('directory', real);
  if (found.isFIFO()) return unreadable('pipe', real);
  if (!found.isFile()) return unreadable('failed', 'it is not a regular file');
  return found.size > maxFileSize ? tooLarge(found.size, maxFileSize) : undefined;
}

/**
 * All bytes of a file, or more than the limit when it is larger. Some files, such as those of /proc, do not tell their
 * size.
 */
async function readAll(
  handle: FileHandle,
  size: number,
  maxFileSize: number,
  guarded: <T>(work: () => Promise<T>) => Promise<T>,
): Promise<Uint8Array> {
  if (size > maxFileSize) return new Uint8Array();
  const chunks: Buffer[] = [];
  let total = 0;
  for (;;) {
    const left = Math.max(0, size - total);
    const chunk = Buffer.allocUnsafe(Math.min(left + 4096, largestChunk));
    const { bytesRead } = await guarded(() => handle.read(chunk, 0, chunk.length, null));
    if (bytesRead === 0) break;
    chunks.push(chunk.subarray(0, bytesRead));
    total += bytesRead;
    if (total > maxFileSize) break;
  }
  return chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks);
}

/** The size of one read, in bytes. A disk that responds reads this much within the time-out. */
const largestChunk = 64 * 1024 * 1024;

/** Decodes bytes as UTF-8 text, or tells why they are not text. */
export function decode(bytes: Uint8Array, maxFileSize: number): FileText {
  if (bytes.length > maxFileSize) return tooLarge(bytes.length, maxFileSize);
  if (hasWideMark(bytes)) return unreadable('binary', 'it is UTF-16, Turtle is UTF-8');
  if (hasStrayNul(bytes)) return unreadable('binary', 'it holds NUL characters outside of strings');
  try {
    return { kind: 'text', text: utf8.decode(bytes) };
  } catch {
    // The decoder only reports that some byte is wrong.
    return unreadable('binary', 'it is not UTF-8');
  }
}

function hasWideMark(bytes: Uint8Array): boolean {
  return (bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff);
}

/**
 * True when there are NUL characters as in binary files and UTF-16. In Turtle, strings and comments may hold some: the
 * first comes after a quote or `#` then, and they are few.
 */
function hasStrayNul(bytes: Uint8Array): boolean {
  const first = bytes.indexOf(0);
  if (first < 0) return false;
  const before = bytes.subarray(0, first);
  if (![...`"'#`].some((opening) => before.includes(opening.charCodeAt(0)))) return true;
  let count = 0;
  for (let at = first; at >= 0; at = bytes.indexOf(0, at + 1)) count++;
  return count > bytes.length * mostNuls;
}

/** Of all bytes. Every other byte of UTF-16 is NUL where the text is ASCII. */
const mostNuls = 0.1;

/** Drops a byte order mark, and throws on malformed bytes instead of replacing them. */
const utf8 = new TextDecoder('utf-8', { fatal: true });

function tooLarge(size: number, maxFileSize: number): FileText {
  return unreadable(
    'tooLarge',
    size <= maxFileSize || maxFileSize >= longestText
      ? `it has ${inWords(size)}, and a text can hold ${inWords(longestText)} at most: split the file`
      : `it has ${inWords(size)}; files of up to ${inWords(maxFileSize)} are read`,
  );
}

/** The length of the longest string, in UTF-16 code units. Each takes at least one byte of a file. */
export const longestText = limits.MAX_STRING_LENGTH;

function inWords(bytes: number): string {
  const megabytes = bytes / 1024 / 1024;
  return megabytes < 1 ? `${bytes} bytes` : `${Math.ceil(megabytes)} MB`;
}

export function unreadable(
  reason: Extract<FileText, { kind: 'unreadable' }>['reason'],
  detail: string,
): FileText {
  return { kind: 'unreadable', reason, detail };
}
