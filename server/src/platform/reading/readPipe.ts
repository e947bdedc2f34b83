import { constants } from 'node:fs';
// biome-ignore lint/style/noRestrictedImports: opens files to read them.
import { open } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { type PipedBytes, type PipeRoom, PipeSpool } from '../files/pipeSpool.ts';

export interface PipeLimits extends PipeRoom {
  /** How long the pipe may be silent, in ms. */
  readonly timeout: number;
}

/**
 * Reads a named pipe, or a pipe that a shell passes for `<(…)`, to its end. It never blocks in the kernel for a writer,
 * because nothing could end that.
 * @throws when the pipe is silent for too long, or exceeds the size limit.
 */
export async function readPipe(path: string, { timeout, ...room }: PipeLimits): Promise<PipedBytes> {
  const handle = await open(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
  const spool = new PipeSpool(room);
  try {
    // No writer can open such a pipe later, so it has ended when it provides no data.
    let hasWriter = /^\/(?:dev|proc\/[^/]+)\/fd\//.test(path);
    for (let since = performance.now(); performance.now() - since < timeout; ) {
      const chunk = Buffer.allocUnsafe(64 * 1024);
      const read = await readNow(handle, chunk);
      if (read === 0 && hasWriter) return spool.end();
      if (read === 'nothing yet' || read > 0) hasWriter = true;
      if (read === 0 || read === 'nothing yet') {
        await delay(20);
        continue;
      }
      spool.add(chunk.subarray(0, read));
      since = performance.now();
    }
    throw new Error(`it gives nothing for ${timeout / 1000} s. Write to a file first what takes longer`);
  } catch (error) {
    spool.discard();
    throw error;
  } finally {
    await handle.close();
  }
}

/** Reads a stream to its end. @throws when it exceeds the size limit. */
export async function readStream(stream: AsyncIterable<Uint8Array>, room: PipeRoom): Promise<PipedBytes> {
  const spool = new PipeSpool(room);
  try {
    for await (const chunk of stream) spool.add(chunk);
    return spool.end();
  } catch (error) {
    spool.discard();
    throw error;
  }
}

async function readNow(
  handle: Awaited<ReturnType<typeof open>>,
  chunk: Buffer,
): Promise<number | 'nothing yet'> {
  try {
    return (await handle.read(chunk, 0, chunk.length, null)).bytesRead;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EAGAIN') return 'nothing yet';
    throw error;
  }
}
