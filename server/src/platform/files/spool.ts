import { closeSync, mkdtempSync, openSync, readSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { StringDecoder } from 'node:string_decoder';
import { attempt } from './fileProblem.ts';
import { writeAll } from './writeAll.ts';

/** The size of the texts that are kept in memory, in UTF-16 code units. */
const defaultRoom = 8 * 1024 * 1024;
const chunkSize = 64 * 1024;

const purpose = 'output';

/** A text and the stream it belongs to. */
interface Part<Stream> {
  readonly stream: Stream;
  readonly bytes: number;
}

/**
 * Keeps output until it is known whether it will be printed. A little is kept in memory, the rest in a private file in
 * the system's temporary folder. Nobody else can open the file, and it has no name if the system supports that.
 */
export class Spool<Stream> {
  readonly #room: number;
  #waiting: { readonly stream: Stream; readonly text: string }[] = [];
  #waitingLength = 0;
  readonly #parts: Part<Stream>[] = [];
  #file: PrivateFile | undefined;

  constructor(room = defaultRoom) {
    this.#room = room;
  }

  /** @throws FileProblem when the disk has no room for the text. */
  add(stream: Stream, text: string): void {
    this.#waiting.push({ stream, text });
    this.#waitingLength += text.length;
    if (this.#waitingLength > this.#room) this.#moveToFile();
  }

  /** All texts that were added, in pieces. @throws FileProblem when they can't be read again. */
  *pieces(): Iterable<{ readonly stream: Stream; readonly text: string }> {
    let position = 0;
    for (const { stream, bytes } of this.#parts) {
      const decoder = new StringDecoder('utf8');
      for (const end = position + bytes; position < end; ) {
        const chunk = this.#read(position, Math.min(chunkSize, end - position));
        position += chunk.length;
        yield { stream, text: decoder.write(chunk) };
      }
    }
    yield* this.#waiting;
  }

  /** Drops all texts. */
  discard(): void {
    this.#waiting = [];
    this.#waitingLength = 0;
    this.#parts.length = 0;
    if (!this.#file) return;
    const { handle, folder } = this.#file;
    this.#file = undefined;
    closeSync(handle);
    rmSync(folder, { recursive: true, force: true });
  }

  #moveToFile(): void {
    this.#file ??= privateFile(purpose);
    const { handle } = this.#file;
    for (const { stream, text } of this.#waiting) {
      const bytes = Buffer.from(text);
      attempt(temporaryPlace(purpose), 'written', () => writeAll(handle, bytes));
      const last = this.#parts.at(-1);
      if (last?.stream !== stream) this.#parts.push({ stream, bytes: bytes.length });
      else this.#parts[this.#parts.length - 1] = { stream, bytes: last.bytes + bytes.length };
    }
    this.#waiting = [];
    this.#waitingLength = 0;
  }

  #read(position: number, length: number): Buffer {
    const chunk = Buffer.alloc(length);
    const { handle } = this.#file!;
    const count = attempt(temporaryPlace(purpose), 'read', () =>
      readSync(handle, chunk, 0, length, position),
    );
    if (count === 0)
      throw new Error(`The output waiting to be printed is gone from ${temporaryPlace(purpose)}.`);
    return chunk.subarray(0, count);
  }
}

/** A file in the system's temporary folder that nobody else can open. */
export interface PrivateFile {
  readonly handle: number;
  /** The folder of the file, which has to be removed where open files need names. */
  readonly folder: string;
}

/**
 * Creates a private file for reading and writing. It has no name if the system supports that.
 *
 * @param purpose what waits there, in a word.
 * @throws FileProblem
 */
export function privateFile(purpose: string): PrivateFile {
  return attempt(temporaryPlace(purpose), 'written', () => {
    const folder = mkdtempSync(path.join(tmpdir(), `shacl-repair-${purpose}-`));
    const handle = openSync(path.join(folder, purpose), 'wx+', 0o600);
    // An open file needs no name; without one, nothing is left when the process is killed. Windows can't do this.
    if (process.platform !== 'win32') rmSync(folder, { recursive: true });
    return { handle, folder };
  });
}

/** The temporary folder in words for people, who may choose another one. */
export function temporaryPlace(purpose: string): string {
  return `${tmpdir()} (${process.platform === 'win32' ? 'TEMP' : 'TMPDIR'} says where long ${purpose} waits)`;
}
