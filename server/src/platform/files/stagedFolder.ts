import { closeSync, existsSync, mkdirSync, openSync, readdirSync, renameSync, rmdirSync } from 'node:fs';
import { open } from 'node:fs/promises';
import path from 'node:path';
import { appendLines, type Lines } from './appendLines.ts';
import { attempt, FileProblem, fileProblem } from './fileProblem.ts';
import { lockFolder } from './lockFolder.ts';
import { lookAt, strange } from './look.ts';
import { namedFolder, resolveNamed } from './named.ts';
import { plainSteps } from './names.ts';
import { readTextBelow } from './readBelow.ts';
import { removeTree } from './removeTree.ts';
import { replacedNote } from './replaceFile.ts';
import { sweepTemporary } from './temporary.ts';
import { syncFolder, writeAll } from './writeAll.ts';

/*
 * A folder NAME is written in a hidden folder beside it:
 *
 *     .NAME.partial/lock       the process that is writing
 *     .NAME.partial/journal    what the next run can go on from
 *     .NAME.partial/new/       the files
 *     .NAME.partial/old/       for an instant: what NAME was before
 *
 * Moving `new` to NAME is the last step. A process may be killed anywhere; the next one puts things right. NAME may be a
 * link, which it stays; nothing else is followed.
 */

/** A folder in the making. What it can't do it throws as a FileProblem. */
export class StagedFolder {
  /** Where it will be. */
  readonly folder: string;
  /** What an earlier process has noted. */
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
    requireOrdinary(this.folder);
    makeFolder(this.#partial, this.folder);
    this.#unlock = lockFolder(this.folder, this.#in('lock'));
    try {
      sweepTemporary(this.#partial);
      this.#restore();
      this.journal = readTextBelow(this.#in('journal')) ?? '';
      removeTree(this.#in('new'));
    } catch (error) {
      this.#unlock();
      throw error;
    }
  }

  /** Adds lines to what the next process can go on from. */
  note(lines: string): void {
    this.#notes ??= appendLines(this.#in('journal'), { halfLine: 'end', tell: this.#tell });
    this.#notes.add(lines.replace(/\n$/, ''));
  }

  forget(): void {
    this.#closeNotes();
    removeTree(this.#in('journal'));
  }

  /** Adds to the text of a file, given by its path with slashes. */
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

  /** Puts the folder in its place, instead of what is there, once all of it is on the disk. */
  async publish(): Promise<void> {
    attempt(this.folder, 'written', () => this.#close());
    await this.#syncFiles();
    requireOrdinary(this.folder, this.#tell);
    attempt(this.folder, 'written', () => this.#exchange());
    this.forget();
    removeTree(this.#in('old'));
    this.#leave();
  }

  /** Removes what was written. What was noted stays. @returns whether anything is left to go on from. */
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

  /** Puts back what a process that was killed while publishing had moved away. */
  #restore(): void {
    const old = this.#in('old');
    const found = attempt(old, 'read', () => lookAt(old));
    if (!found) return;
    if (!found.isDirectory()) throw strange(old, found, 'read');
    if (lookAt(this.folder)) removeTree(old);
    else attempt(this.folder, 'written', () => renameSync(old, this.folder));
  }

  /** Many at once take hardly longer than one. */
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

  /** Leaves the journal alone, if there is one. */
  #leave(): void {
    this.#unlock();
    if (readdirSync(this.#partial).length === 0) rmdirSync(this.#partial);
  }
}

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

/** A folder that is about to be replaced holds files and folders only, so that nothing is lost that leads elsewhere. */
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

/** A folder of our own, which nobody else may have put a link in the place of. @param shown what it is made for. */
function makeFolder(folder: string, shown: string): void {
  attempt(shown, 'written', () => {
    if (!lookAt(folder)) mkdirSync(folder);
    const found = lookAt(folder);
    if (!found?.isDirectory()) throw found ? strange(folder, found, 'written') : gone(folder);
  });
}

function makeFolders(folder: string, above: string, shown: string): void {
  if (folder === above) return;
  makeFolders(path.dirname(folder), above, shown);
  makeFolder(folder, shown);
}

function gone(folder: string): FileProblem {
  return new FileProblem(`${folder} can't be written: another program has just removed it. Try again.`);
}
