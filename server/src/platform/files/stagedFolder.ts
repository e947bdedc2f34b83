import {
  closeSync,
  existsSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  renameSync,
  rmdirSync,
  unlinkSync,
} from 'node:fs';
import { open } from 'node:fs/promises';
import path from 'node:path';
import { appendLines, type Lines } from './appendLines.ts';
import { attempt, FileProblem, fileProblem } from './fileProblem.ts';
import { lockFolder, plainSteps } from './lockFolder.ts';
import { isSame, lookAt, strange } from './look.ts';
import { namedFolder, resolveNamed } from './named.ts';
import { readTextBelow } from './readBelow.ts';
import { replacedNote } from './replaceFile.ts';
import { sweepTemporary } from './temporary.ts';
import { syncFolder, writeAll } from './writeAll.ts';

/*
 * A folder NAME is written in a hidden folder beside it:
 *
 *     .NAME.partial/lock       the process that is writing
 *     .NAME.partial/journal    the state from which the next run can continue
 *     .NAME.partial/new/       the files
 *     .NAME.partial/old/       the previous NAME, only while publishing
 *
 * Moving `new` to NAME is the last step. A process may be killed at any point; the next one restores a consistent
 * state. NAME may be a link and stays one; no other links are followed.
 */

/** A folder that is written as a whole. Its methods throw a FileProblem on failure. */
export class StagedFolder {
  /** The path that the folder is published to. */
  readonly folder: string;
  /** The journal of an earlier process. */
  readonly journal: string;
  readonly #partial: string;
  readonly #unlock: () => void;
  readonly #tell: (note: string) => void;
  readonly #files = new Set<string>();
  #notes: Lines | undefined;
  #current: { readonly file: string; readonly handle: number } | undefined;

  /** @throws LockedError while another process writes it. */
  constructor(given: string, tell: (note: string) => void) {
    namedFolder(path.dirname(given));
    this.folder = resolveNamed(given, 'written');
    this.#tell = tell;
    this.#partial = path.join(path.dirname(this.folder), `.${path.basename(this.folder)}.partial`);
    this.#unlock = this.#lock();
    try {
      requireOrdinary(this.folder);
      sweepTemporary(this.#partial);
      this.#restore();
      this.journal = readTextBelow(this.#in('journal')) ?? '';
      removeTree(this.#in('new'));
    } catch (error) {
      this.#leave();
      throw error;
    }
  }

  /** Appends lines to the journal, from which the next process can continue. */
  note(lines: string): void {
    this.#notes ??= appendLines(this.#in('journal'), { halfLine: 'end', tell: this.#tell });
    this.#notes.add(lines.replace(/\n$/, ''));
  }

  forget(): void {
    this.#closeNotes();
    removeTree(this.#in('journal'));
  }

  /** Appends to a file, given by its path with slashes. */
  write(file: string, text: string): void {
    const target = path.join(this.#in('new'), ...plainSteps(file));
    const shown = path.join(this.folder, file);
    attempt(shown, 'written', () => {
      if (this.#current?.file !== target) {
        this.#close();
        makeFolders(path.dirname(target), this.#partial, shown);
        this.#current = { file: target, handle: openSync(target, this.#files.has(target) ? 'a' : 'wx') };
        this.#files.add(target);
      }
      writeAll(this.#current.handle, Buffer.from(text));
    });
  }

  /** Flushes all files to disk, then replaces the published folder with the new one. */
  async publish(): Promise<void> {
    attempt(this.folder, 'written', () => this.#close());
    await this.#syncFiles();
    requireOrdinary(this.folder, this.#tell);
    attempt(this.folder, 'written', () => this.#exchange());
    this.forget();
    removeTree(this.#in('old'));
    this.#leave();
  }

  /** Removes the files that were written, but not the journal. @returns whether there is a journal to continue from. */
  abandon(): boolean {
    this.#close();
    this.#closeNotes();
    removeTree(this.#in('new'));
    this.#leave();
    return existsSync(this.#partial);
  }

  #in(name: string): string {
    return path.join(this.#partial, name);
  }

  /** Makes the hidden folder and locks it. Another process that has just finished may remove it in between. */
  #lock(): () => void {
    for (let tries = 1; ; tries++) {
      try {
        makeFolder(this.#partial, this.folder);
        return lockFolder(this.folder, this.#in('lock'));
      } catch (error) {
        const isRemoved = error instanceof FileProblem && error.code === 'ENOENT';
        if (!isRemoved || tries === maxTries) throw error;
      }
    }
  }

  #exchange(): void {
    const exists = lookAt(this.folder) !== undefined;
    if (exists) renameSync(this.folder, this.#in('old'));
    try {
      renameSync(this.#in('new'), this.folder);
    } catch (error) {
      if (exists) renameSync(this.#in('old'), this.folder);
      throw error;
    }
    syncFolder(path.dirname(this.folder));
  }

  /** Restores the folder that a process had moved away before it was killed while publishing. */
  #restore(): void {
    const old = this.#in('old');
    const found = attempt(old, 'read', () => lookAt(old));
    if (!found) return;
    if (!found.isDirectory()) throw strange(old, found, 'read');
    if (lookAt(this.folder)) removeTree(old);
    else attempt(this.folder, 'written', () => renameSync(old, this.folder));
  }

  /** Flushing many files in parallel takes hardly longer than flushing one. */
  async #syncFiles(): Promise<void> {
    const rest = this.#files.values();
    const syncRest = async () => {
      for (const file of rest)
        await syncFile(file, path.join(this.folder, path.relative(this.#in('new'), file)));
    };
    await Promise.all(Array.from({ length: 8 }, syncRest));
    for (const folder of new Set([...this.#files].map((file) => path.dirname(file)))) syncFolder(folder);
  }

  #close(): void {
    const current = this.#current;
    this.#current = undefined;
    if (current) closeSync(current.handle);
  }

  #closeNotes(): void {
    const notes = this.#notes;
    this.#notes = undefined;
    notes?.close();
  }

  /** Unlocks the hidden folder, and removes it when nothing is left in it. */
  #leave(): void {
    this.#unlock();
    try {
      rmdirSync(this.#partial);
    } catch (error) {
      // Something is left in it, such as a journal, or another process has already locked or removed it.
      if (!['ENOTEMPTY', 'EEXIST', 'ENOENT'].includes((error as NodeJS.ErrnoException).code ?? ''))
        throw error;
    }
  }
}

/** How often a folder is recreated that others remove in the meantime. */
const maxTries = 20;

async function syncFile(file: string, shown: string): Promise<void> {
  try {
    const handle = await open(file, 'r+');
    try {
      await handle.sync();
    } finally {
      await handle.close();
    }
  } catch (error) {
    throw fileProblem(error, shown, 'written');
  }
}

/**
 * Requires that a folder to be replaced contains only files and folders. Replacing links would lose where they lead.
 */
function requireOrdinary(file: string, tell?: (note: string) => void): void {
  const found = attempt(file, 'written', () => lookAt(file));
  if (!found) return;
  if (found.isDirectory()) {
    const names = attempt(file, 'written', () => readdirSync(file));
    for (const name of names) requireOrdinary(path.join(file, name), tell);
  } else if (!found.isFile()) {
    throw strange(file, found, 'written');
  } else if (found.nlink > 1n) {
    tell?.(replacedNote(file));
  }
}

/** Makes a private folder, and refuses a link in its place. @param shown the folder that messages name. */
function makeFolder(folder: string, shown: string): void {
  attempt(shown, 'written', () => {
    if (!lookAt(folder)) makeUnlessMade(folder);
    const found = lookAt(folder);
    if (!found?.isDirectory()) throw found ? strange(folder, found, 'written') : gone(folder);
  });
}

function makeFolders(folder: string, above: string, shown: string): void {
  if (folder === above) return;
  makeFolders(path.dirname(folder), above, shown);
  makeFolder(folder, shown);
}

function makeUnlessMade(folder: string): void {
  try {
    mkdirSync(folder);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
}

function gone(folder: string): FileProblem {
  return new FileProblem(
    `${folder} can't be written: another program has just removed it. Try again.`,
    'ENOENT',
  );
}

/**
 * Removes a file, or a folder with its contents. Links are removed without what they lead to. Does nothing when nothing
 * is there.
 */
export function removeTree(file: string): void {
  attempt(file, 'removed', () => {
    const found = lookAt(file);
    if (!found) return;
    if (!found.isDirectory()) {
      unlinkSync(file);
      return;
    }
    for (const name of readdirSync(file)) {
      // It may have been replaced by a link since the first stat.
      if (!isSame(found, lstatSync(file, { bigint: true }))) {
        removeTree(file);
        return;
      }
      removeTree(path.join(file, name));
    }
    rmdirSync(file);
  });
}
