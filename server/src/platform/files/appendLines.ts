import { closeSync, constants, fstatSync, ftruncateSync, readSync } from 'node:fs';
import { attempt, FileProblem, fileProblem } from './fileProblem.ts';
import { openBelow, regularFile } from './look.ts';
import { replacedNote, replaceFileSync } from './replaceFile.ts';
import { sync, writeAll } from './writeAll.ts';

/** A file to which lines are appended one at a time. */
export interface Lines {
  /**
   * Appends a line in one write. Once this returns, the line survives the end of this process. With `cut`, nothing is
   * left of a line that could not be written completely.
   *
   * @throws FileProblem when it can't be written.
   */
  add(line: string): void;
  /** Flushes the file to disk and closes it. */
  close(): void;
}

interface AppendOptions {
  /**
   * What to do with an incomplete last line of a killed process. `cut` removes it; `end` terminates it, for files that
   * other processes append to as well.
   */
  readonly halfLine: 'cut' | 'end';
  readonly tell: (note: string) => void;
}

/**
 * Opens a regular file below a folder for appending lines. A new file is readable by its owner only. A file with
 * several hard links is first replaced by a copy.
 */
export function appendLines(file: string, { halfLine, tell }: AppendOptions): Lines {
  const old = regularFile(file, 'written');
  if (old && old.nlink > 1n) replaceFileSync(file, bytesOf(file), tell);
  const { O_RDWR, O_APPEND, O_CREAT } = constants;
  const handle = openBelow(file, O_RDWR | O_APPEND | O_CREAT, 0o600, 'written');
  try {
    if (fstatSync(handle).nlink > 1)
      throw new FileProblem(`${replacedNote(file)} That has just changed. Try again.`);
    if (halfLine === 'cut') attempt(file, 'written', () => cutAfterLastLine(handle));
  } catch (error) {
    closeSync(handle);
    throw error;
  }
  return new OpenLines(file, handle, halfLine);
}

class OpenLines implements Lines {
  readonly #file: string;
  readonly #handle: number;
  readonly #halfLine: AppendOptions['halfLine'];

  constructor(file: string, handle: number, halfLine: AppendOptions['halfLine']) {
    this.#file = file;
    this.#handle = handle;
    this.#halfLine = halfLine;
  }

  add(line: string): void {
    const { size } = fstatSync(this.#handle);
    const start =
      this.#halfLine === 'end' && size > 0 && lastByte(this.#handle, size) !== newline ? '\n' : '';
    try {
      writeAll(this.#handle, Buffer.from(`${start}${line}\n`));
    } catch (error) {
      // Without `cut`, another process may have appended to the file meanwhile, so the incomplete line stays. Readers
      // skip it.
      if (this.#halfLine === 'cut') ftruncateSync(this.#handle, size);
      throw fileProblem(error, this.#file, 'written');
    }
  }

  close(): void {
    try {
      attempt(this.#file, 'written', () => sync(this.#handle));
    } finally {
      closeSync(this.#handle);
    }
  }
}

const newline = 0x0a;

function lastByte(handle: number, size: number): number {
  const last = Buffer.alloc(1);
  readSync(handle, last, 0, 1, size - 1);
  return last[0]!;
}

function cutAfterLastLine(handle: number): void {
  const { size } = fstatSync(handle);
  const end = lastLineEnd(handle, size);
  if (end < size) ftruncateSync(handle, end);
}

/** The offset after the last line end of a file, in bytes. */
function lastLineEnd(handle: number, size: number): number {
  const chunk = Buffer.alloc(chunkSize);
  for (let end = size; end > 0; ) {
    const start = Math.max(0, end - chunk.length);
    const bytesRead = readSync(handle, chunk, 0, end - start, start);
    const found = chunk.subarray(0, bytesRead).lastIndexOf(newline);
    if (found >= 0) return start + found + 1;
    end = start;
  }
  return 0;
}

function* bytesOf(file: string): Iterable<Uint8Array> {
  const handle = openBelow(file, constants.O_RDONLY, 0, 'read');
  try {
    const chunk = Buffer.alloc(chunkSize);
    for (let size = 1; size > 0; ) {
      size = attempt(file, 'read', () => readSync(handle, chunk));
      if (size > 0) yield chunk.subarray(0, size);
    }
  } finally {
    closeSync(handle);
  }
}

const chunkSize = 1 << 16;
