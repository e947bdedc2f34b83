// biome-ignore lint/style/noRestrictedImports: reads an open file.
import { read, readSync } from 'node:fs';
import { promisify } from 'node:util';
import type { StoredText } from '../../base/storedText.ts';
import type { SpooledBytes } from '../files/pipeSpool.ts';

/** The size of one read, in bytes, as of other files. */
const bytesAtOnce = 1024 * 1024;

const readAt = promisify(read);

/** What came through a pipe as a text that stays on disk. Nobody else can change it. */
export function spooledText({ descriptor, size }: SpooledBytes): StoredText {
  return {
    size,

    async read(position) {
      const buffer = new Uint8Array(Math.min(bytesAtOnce, size - position));
      const { bytesRead } = await readAt(descriptor, buffer, 0, buffer.length, position);
      if (bytesRead === 0) throw new Error('it ended while it was read');
      return buffer.subarray(0, bytesRead);
    },

    readAgain(start, end) {
      const buffer = new Uint8Array(end - start);
      return readSync(descriptor, buffer, 0, buffer.length, start) === buffer.length ? buffer : undefined;
    },
  };
}
