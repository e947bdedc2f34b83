import { closeSync, read, readSync, rmSync } from 'node:fs';
import { Readable } from 'node:stream';
import { promisify } from 'node:util';
import type { StoredText } from '../../base/storedText.ts';
import { attempt, FileProblem } from './fileProblem.ts';
import { type PrivateFile, privateFile, temporaryPlace } from './spool.ts';
import { writeAll } from './writeAll.ts';

/** What came through a pipe: in memory, or in a file that this process keeps open. */
export type PipedBytes = Uint8Array | SpooledBytes;

export interface SpooledBytes {
  /** The number of the open file, in all threads of this process. */
  readonly descriptor: number;
  readonly size: number;
}

export interface PipeRoom {
  /** How much is kept in memory, in bytes. */
  readonly inMemory: number;
  /** The most that may come, in bytes. */
  readonly maxSize: number;
}

const purpose = 'input';

/**
 * Collects what comes through a pipe. A little is kept in memory; more goes to a private file, from which it can be read
 * in parts as often as needed until the process ends.
 */
export class PipeSpool {
  readonly #room: PipeRoom;
  #chunks: Uint8Array[] = [];
  #size = 0;
  #file: PrivateFile | undefined;

  constructor(room: PipeRoom) {
    this.#room = room;
  }

  /** @throws FileProblem when that exceeds the limit, or the disk has no room for it. */
  add(chunk: Uint8Array): void {
    this.#size += chunk.length;
    if (this.#size > this.#room.maxSize)
      throw new FileProblem(`it gives more than ${Math.ceil(this.#room.maxSize / 1024 ** 2)} MB`);
    this.#chunks.push(chunk);
    if (this.#file !== undefined || this.#size > this.#room.inMemory) this.#moveToFile();
  }

  end(): PipedBytes {
    if (this.#file === undefined) return Buffer.concat(this.#chunks);
    return { descriptor: this.#file.handle, size: this.#size };
  }

  /** Forgets what has come. */
  discard(): void {
    this.#chunks = [];
    if (this.#file !== undefined) remove(this.#file);
    this.#file = undefined;
  }

  #moveToFile(): void {
    if (this.#file === undefined) {
      const file = privateFile(purpose);
      this.#file = file;
      // On other systems, it disappears when the process ends.
      if (process.platform === 'win32') process.once('exit', () => remove(file));
    }
    const { handle } = this.#file;
    for (const chunk of this.#chunks)
      attempt(temporaryPlace(purpose), 'written', () => writeAll(handle, chunk));
    this.#chunks = [];
  }
}

function remove({ handle, folder }: PrivateFile): void {
  closeSync(handle);
  rmSync(folder, { recursive: true, force: true });
}

/** Whether bytes are packed by gzip. */
export function isPacked(bytes: PipedBytes): boolean {
  const [first] = partsOf(bytes, 2);
  return first?.[0] === 0x1f && first[1] === 0x8b;
}

/**
 * Unpacks what gzip has packed.
 *
 * @throws FileProblem when it is cut off or damaged, would exceed the limit, or is packed so well that it must be a
 * decompression bomb.
 */
export async function unpacked(bytes: PipedBytes, room: PipeRoom): Promise<PipedBytes> {
  const { createGunzip } = await import('node:zlib');
  const spool = new PipeSpool(room);
  const most = mostTimes * ('size' in bytes ? bytes.size : bytes.length);
  let size = 0;
  try {
    for await (const chunk of Readable.from(partsOf(bytes)).pipe(createGunzip())) {
      size += chunk.length;
      if (size > harmless && size > most)
        throw new FileProblem(`it unpacks to more than ${mostTimes} times its size, which no text does`);
      spool.add(chunk);
    }
    return spool.end();
  } catch (error) {
    spool.discard();
    const { code } = error as NodeJS.ErrnoException;
    if (!code?.startsWith('Z_')) throw error;
    throw new FileProblem(
      code === 'Z_BUF_ERROR' ? 'it is cut off: its end is missing' : "it is damaged, so it can't be unpacked",
    );
  }
}

/** RDF seldom compresses to less than a fiftieth. */
const mostTimes = 250;

/** This much is unpacked in any case, in bytes. */
const harmless = 16 * 1024 ** 2;

function* partsOf(bytes: PipedBytes, atOnce = 1024 ** 2): Iterable<Uint8Array> {
  if (!('descriptor' in bytes)) {
    if (bytes.length > 0) yield bytes;
    return;
  }
  for (let at = 0; at < bytes.size; ) {
    const part = new Uint8Array(Math.min(atOnce, bytes.size - at));
    const read = readSync(bytes.descriptor, part, 0, part.length, at);
    if (read === 0) return;
    yield part.subarray(0, read);
    at += read;
  }
}

/** The size of one read, in bytes, as for other files. */
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
