import { closeSync, rmSync } from 'node:fs';
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

  /** @throws FileProblem when that is more than may come, or the disk has no room for it. */
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
      // Elsewhere it is gone when the process is.
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
