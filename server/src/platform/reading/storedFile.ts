// biome-ignore lint/style/noRestrictedImports: opens files to read them.
import { closeSync, constants, fstatSync, openSync, readSync, type Stats } from 'node:fs';
// biome-ignore lint/style/noRestrictedImports: opens files to read them.
import { open } from 'node:fs/promises';
import type { StoredText } from '../../base/storedText.ts';
import type { IoGuard } from './ioGuard.ts';

/** To read a file that is no link. Non-blocking, in case a pipe has replaced the file since. */
export const openFlags = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0) | (constants.O_NOFOLLOW ?? 0);

/** The size of one read, in bytes. What is parsed at once stays in the processor's caches. */
const bytesAtOnce = 1024 * 1024;

/**
 * A regular file by its real path, which is read as long as it stays what it was when it was looked at. It is opened for
 * each read, so that nobody has to close it.
 */
export function storedFile(real: string, stats: Stats, guard: IoGuard): StoredText {
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
        // It is gone, or can't be read any more.
        return undefined;
      } finally {
        if (descriptor !== undefined) closeSync(descriptor);
      }
    },
  };
}
