import { constants as limits } from 'node:buffer';
// biome-ignore lint/style/noRestrictedImports: opens files to read them.
import { closeSync, constants, fstatSync, openSync, readSync, type Stats } from 'node:fs';
// biome-ignore lint/style/noRestrictedImports: opens files to read them.
import { type FileHandle, lstat, open, realpath, stat } from 'node:fs/promises';
import path from 'node:path';
import type { StoredText } from '../../base/storedText.ts';
import { TextBytes } from '../../base/textBytes.ts';
import type { FileText, StoredFile } from '../../workspace/project/fileSystem.ts';
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
export function readRegularFile(file: string, limits: ReadLimits, guard: IoGuard): Promise<FileText> {
  return withRegularFile(file, limits, guard, (opened) => readOpened(opened, limits, guard));
}

/**
 * The same for a file of any size: one of more than this many bytes stays on disk.
 * @throws errors of the file system, and NoAnswerError.
 */
export function openRegularFile(
  file: string,
  limits: ReadLimits & { readonly largeFrom: number },
  guard: IoGuard,
): Promise<FileText | StoredFile> {
  return withRegularFile<FileText | StoredFile>(file, limits, guard, async (opened) => {
    if (opened.stats.size <= limits.largeFrom) return readOpened(opened, limits, guard);
    return { kind: 'stored', stored: storedFile(opened.real, opened.stats, guard) };
  });
}

interface OpenedFile {
  readonly handle: FileHandle;
  readonly stats: Stats;
  readonly real: string;
}

async function withRegularFile<T>(
  file: string,
  { maxFileSize, under }: ReadLimits,
  guard: IoGuard,
  use: (opened: OpenedFile) => Promise<T>,
): Promise<T | FileText> {
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
  const handle = await guard.run(real, () => open(real, openFlags));
  try {
    const stats = await guard.run(real, () => handle.stat());
    return obstacleOf(stats, real, maxFileSize) ?? (await use({ handle, stats, real }));
  } finally {
    // A handle whose read never ends is never closed.
    handle.close().catch(() => {});
  }
}

async function readOpened(
  { handle, stats, real }: OpenedFile,
  { maxFileSize }: ReadLimits,
  guard: IoGuard,
): Promise<FileText> {
  const size = Math.min(maxFileSize, longestText);
  const bytes = await readAll(handle, stats.size, size, (work) => guard.run(real, work));
  return decode(bytes, size);
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
 * All bytes of a file, or more than the limit when it is larger. Some files, such as those of /proc, do not report their
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

/** Decodes bytes as UTF-8 text, or reports why they are not text. */
export function decode(bytes: Uint8Array, maxFileSize: number): FileText {
  if (bytes.length > maxFileSize) return tooLarge(bytes.length, maxFileSize);
  const check = new TextBytes();
  check.add(bytes);
  if (check.problem !== undefined) return unreadable('binary', check.problem);
  try {
    return { kind: 'text', text: utf8.decode(bytes) };
  } catch {
    return unreadable('binary', `it is not UTF-8 (line ${firstMalformedLine(bytes)})`);
  }
}

/** The first line, from 1, that is not UTF-8: the decoder only reports that some byte of all is wrong. */
function firstMalformedLine(bytes: Uint8Array): number {
  for (let line = 1, start = 0; ; line++) {
    const end = bytes.indexOf(lineFeed, start);
    try {
      utf8.decode(bytes.subarray(start, end < 0 ? bytes.length : end));
    } catch {
      return line;
    }
    // Within a character of several bytes there is no line feed, so some line fails.
    if (end < 0) return line;
    start = end + 1;
  }
}

const lineFeed = 0x0a;

/** Drops a byte order mark, and throws on malformed bytes instead of replacing them. */
const utf8 = new TextDecoder('utf-8', { fatal: true });

function tooLarge(size: number, maxFileSize: number): FileText {
  return unreadable(
    'tooLarge',
    size <= maxFileSize || maxFileSize === longestText
      ? `it has ${inWords(size)}, and a text can hold ${inWords(maxFileSize)} at most: split the file`
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

/** To read a file that is not a link. Non-blocking, in case a pipe has replaced the file since. */
const openFlags = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0) | (constants.O_NOFOLLOW ?? 0);

/** The size of one read, in bytes. What is parsed at once stays in the processor's caches. */
const bytesAtOnce = 1024 * 1024;

/**
 * A regular file by its real path, which is read as long as it is unchanged since it was examined. It is opened for each
 * read, so that nobody has to close it.
 */
function storedFile(real: string, stats: Stats, guard: IoGuard): StoredText {
  const isSame = (now: Stats) =>
    now.ino === stats.ino &&
    now.dev === stats.dev &&
    now.size === stats.size &&
    now.mtimeMs === stats.mtimeMs;
  return {
    size: stats.size,

    async read(position) {
      const handle = await guard.run(real, () => open(real, openFlags));
      try {
        if (!isSame(await guard.run(real, () => handle.stat())))
          throw new Error('it was changed while it was read');
        const buffer = new Uint8Array(Math.min(bytesAtOnce, stats.size - position));
        const reading = () => handle.read(buffer, 0, buffer.length, position);
        const { bytesRead } = await guard.run(real, reading);
        if (bytesRead === 0) throw new Error('it ended while it was read');
        return buffer.subarray(0, bytesRead);
      } finally {
        handle.close().catch(() => {});
      }
    },

    readAgain(start, end) {
      let descriptor: number | undefined;
      try {
        descriptor = openSync(real, openFlags);
        if (!isSame(fstatSync(descriptor))) return undefined;
        const buffer = new Uint8Array(end - start);
        return readSync(descriptor, buffer, 0, buffer.length, start) === buffer.length ? buffer : undefined;
      } catch {
        // It no longer exists, or can no longer be read.
        return undefined;
      } finally {
        if (descriptor !== undefined) closeSync(descriptor);
      }
    },
  };
}
