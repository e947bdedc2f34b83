import {
  accessSync,
  type BigIntStats,
  closeSync,
  constants,
  fchmodSync,
  fchownSync,
  fstatSync,
  openSync,
  renameSync,
  unlinkSync,
} from 'node:fs';
import path from 'node:path';
import { FileProblem, fileProblem } from './fileProblem.ts';
import { isSame, lookAt, regularFile } from './look.ts';
import { forgetTemporary, temporaryName } from './temporary.ts';
import { sync, syncFolder, writeAll } from './writeAll.ts';

export type Pieces = Iterable<string | Uint8Array> | AsyncIterable<string | Uint8Array>;

/**
 * Creates or replaces a regular file atomically: the new text is on disk before it takes the place of the old one. At
 * every moment, either the old or the new file is there. The new file keeps the mode of the old one.
 *
 * @param file a path whose links are resolved.
 * @param tell is called when the old file had other hard links, which keep the old text.
 */
export async function replaceFile(file: string, pieces: Pieces, tell: (note: string) => void): Promise<void> {
  const replacement = new Replacement(file);
  try {
    for await (const piece of pieces) replacement.write(piece);
    replacement.finish(tell);
  } finally {
    replacement.end();
  }
}

/** Does the same synchronously. */
export function replaceFileSync(
  file: string,
  pieces: Iterable<string | Uint8Array>,
  tell: (note: string) => void,
): void {
  const replacement = new Replacement(file);
  try {
    for (const piece of pieces) replacement.write(piece);
    replacement.finish(tell);
  } finally {
    replacement.end();
  }
}

class Replacement {
  readonly #file: string;
  readonly #fresh: string;
  readonly #old: BigIntStats | undefined;
  #handle: number | undefined;

  constructor(file: string) {
    this.#file = file;
    this.#fresh = temporaryName(file);
    this.#old = regularFile(file, 'written');
    this.#attempt(() => {
      // A write-protected file could still be replaced if its folder is writable.
      if (this.#old) accessSync(file, constants.W_OK);
      this.#handle = openSync(this.#fresh, 'wx', 0o666);
    });
  }

  write(piece: string | Uint8Array): void {
    const bytes = typeof piece === 'string' ? Buffer.from(piece) : piece;
    this.#attempt(() => writeAll(this.#handle!, bytes));
  }

  finish(tell: (note: string) => void): void {
    this.#attempt(() => {
      if (this.#old) likeBefore(this.#handle!, this.#old);
      sync(this.#handle!);
      this.#close();
      this.#requireUnchanged();
      renameSync(this.#fresh, this.#file);
      syncFolder(path.dirname(this.#file));
    });
    if (this.#old && this.#old.nlink > 1n) tell(replacedNote(this.#file));
  }

  /** Removes the temporary file. */
  end(): void {
    try {
      this.#close();
      if (lookAt(this.#fresh)) unlinkSync(this.#fresh);
    } catch {
      // The write error is already thrown. The next run removes the temporary file.
    }
    forgetTemporary(this.#fresh);
  }

  #close(): void {
    const handle = this.#handle;
    this.#handle = undefined;
    if (handle !== undefined) closeSync(handle);
  }

  #requireUnchanged(): void {
    const now = regularFile(this.#file, 'written');
    if (this.#old ? now && isSame(now, this.#old) : !now) return;
    throw new FileProblem(`${this.#file} can't be written: another program has just replaced it. Try again.`);
  }

  #attempt(work: () => void): void {
    try {
      work();
    } catch (error) {
      throw fileProblem(error, this.#file, 'written');
    }
  }
}

/** The message for a file that had several hard links. */
export function replacedNote(file: string): string {
  return `${file} went by several names (hard links). It was replaced; the other names keep what was there before.`;
}

/** Gives a file the mode of the older one, and its owner where that is permitted. */
function likeBefore(handle: number, old: BigIntStats): void {
  const now = fstatSync(handle, { bigint: true });
  if (now.uid !== old.uid || now.gid !== old.gid) {
    try {
      fchownSync(handle, Number(old.uid), Number(old.gid));
    } catch {
      // Only root may change the owner.
    }
  }
  fchmodSync(handle, Number(old.mode & 0o777n));
}
