import { closeSync, fstatSync, fsyncSync, openSync, writeSync } from 'node:fs';
import { attempt } from './fileProblem.ts';

/**
 * Writes all bytes or throws. After a partial write it writes the rest, so that the system reports the reason for a
 * failure.
 *
 * @param handle of an open file, pipe or device.
 */
export function writeAll(handle: number, bytes: Uint8Array): void {
  for (let written = 0; written < bytes.length; ) written += writeSome(handle, bytes.subarray(written));
}

function writeSome(handle: number, bytes: Uint8Array): number {
  for (;;) {
    try {
      return writeSync(handle, bytes);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EAGAIN') throw error;
      // The pipe is full. Wait 5 ms for its reader.
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 5);
    }
  }
}

/** Flushes what was written to disk, if there is a disk. */
export function sync(handle: number): void {
  try {
    fsyncSync(handle);
  } catch (error) {
    if (!isUnsynced(error)) throw error;
  }
}

/** Flushes the entries of a folder to disk. Not every system supports that. */
export function syncFolder(folder: string): void {
  let handle: number;
  try {
    handle = openSync(folder, 'r');
  } catch {
    // Windows can't open folders, and some folders are writable but not readable.
    return;
  }
  try {
    sync(handle);
  } finally {
    closeSync(handle);
  }
}

/** Whether the error says that the handle can't be flushed, as for pipes, devices and some file systems. */
function isUnsynced(error: unknown): boolean {
  const { code = '' } = error as NodeJS.ErrnoException;
  return ['EINVAL', 'ENOTSUP', 'EPERM', 'EISDIR', 'EBADF', 'ENOSYS'].includes(code);
}

/** Standard output that is redirected to a file, as by `> report.html`. */
export interface OutputFile {
  /** @throws FileProblem when the text can't be written completely. */
  write(text: string): void;
  /** Flushes the file to disk. @throws FileProblem when that fails. */
  sync(): void;
}

/**
 * The file behind a handle; undefined when it is not a file. Node's own stream ignores partial writes on a nearly full
 * disk.
 */
export function outputFile(handle: number): OutputFile | undefined {
  if (!isFile(handle)) return undefined;
  return {
    write: (text) => attempt('output', 'written', () => writeAll(handle, Buffer.from(text))),
    sync: () => attempt('output', 'written', () => sync(handle)),
  };
}

function isFile(handle: number): boolean {
  try {
    return fstatSync(handle).isFile();
  } catch {
    // The handle is closed.
    return false;
  }
}
