import { closeSync, fsyncSync, openSync, writeSync } from 'node:fs';

/**
 * Writes all of it or throws: what the system takes only a part of is handed to it again, so that it says why.
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
      // A pipe that is full: somebody reads it at some time.
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 5);
    }
  }
}

/** Makes sure that what was written is on the disk, as far as there is one. */
export function sync(handle: number): void {
  try {
    fsyncSync(handle);
  } catch (error) {
    if (!isUnsynced(error)) throw error;
  }
}

/** The same for the names in a folder. Not every system can. */
export function syncFolder(folder: string): void {
  let handle: number;
  try {
    handle = openSync(folder, 'r');
  } catch {
    // Windows opens no folders, and some may be written to but not read.
    return;
  }
  try {
    sync(handle);
  } finally {
    closeSync(handle);
  }
}

/** Pipes, devices and some file systems have nothing to wait for. */
function isUnsynced(error: unknown): boolean {
  const { code = '' } = error as NodeJS.ErrnoException;
  return ['EINVAL', 'ENOTSUP', 'EPERM', 'EISDIR', 'EBADF', 'ENOSYS'].includes(code);
}
