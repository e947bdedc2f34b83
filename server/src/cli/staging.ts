import {
  appendFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmdirSync,
  rmSync,
} from 'node:fs';
import path from 'node:path';
import { URI } from 'vscode-uri';
import { LockedError, lockFolder } from '../platform/folderLock.ts';
import { CommandError, type OpenStaging, type Staging } from './io.ts';

/*
 * A folder NAME is written in a hidden folder beside it:
 *
 *     .NAME.partial/lock       the process that is writing
 *     .NAME.partial/journal    what the next run can go on from
 *     .NAME.partial/new/       the files
 *     .NAME.partial/old/       for an instant: what NAME was before
 *
 * Moving `new` to NAME is the last step. A process may be killed anywhere; the next one puts things right.
 */

/** Stages folders on this machine. @param say tells an interrupted user what is left. */
export function nodeStaging(say: (text: string) => void): OpenStaging {
  return async (folderUri) => {
    const given = URI.parse(folderUri).fsPath;
    return guarded(given, () => {
      makeFolder(path.dirname(given));
      // A link to a folder stays a link.
      const folder = existsSync(given) ? realpathSync(given) : given;
      return new NodeStaging(folder, say);
    });
  };
}

class NodeStaging implements Staging {
  readonly journal: string;
  readonly #folder: string;
  readonly #partial: string;
  readonly #say: (text: string) => void;
  readonly #interrupt = (signal: NodeJS.Signals) => this.#interrupted(signal);

  constructor(folder: string, say: (text: string) => void) {
    this.#folder = folder;
    this.#partial = path.join(path.dirname(folder), `.${path.basename(folder)}.partial`);
    this.#say = say;
    makeFolder(this.#partial);
    lockFolder(folder, this.#in('lock'));
    this.#restore();
    this.journal = existsSync(this.#in('journal')) ? readFileSync(this.#in('journal'), 'utf8') : '';
    rmSync(this.#in('new'), { recursive: true, force: true });
    for (const signal of interrupts) process.on(signal, this.#interrupt);
  }

  async note(text: string): Promise<void> {
    guarded(this.#partial, () => appendFileSync(this.#in('journal'), text));
  }

  async forget(): Promise<void> {
    guarded(this.#partial, () => rmSync(this.#in('journal'), { force: true }));
  }

  async write(file: string, text: string): Promise<void> {
    guarded(this.#folder, () => {
      const target = path.join(this.#in('new'), ...file.split('/'));
      makeFolder(path.dirname(target));
      appendFileSync(target, text);
    });
  }

  async publish(): Promise<void> {
    // Signals are told to listeners when this is over.
    guarded(this.#folder, () => {
      const exists = existsSync(this.#folder);
      if (exists) renameSync(this.#folder, this.#in('old'));
      try {
        renameSync(this.#in('new'), this.#folder);
      } catch (error) {
        if (exists) renameSync(this.#in('old'), this.#folder);
        throw error;
      }
      rmSync(this.#partial, { recursive: true, force: true });
    });
    this.#stopListening();
  }

  async abandon(): Promise<void> {
    this.#cleanUp();
    this.#stopListening();
  }

  #in(name: string): string {
    return path.join(this.#partial, name);
  }

  /** Puts back what a process that was killed while publishing had moved away. */
  #restore(): void {
    const old = this.#in('old');
    if (!existsSync(old)) return;
    if (existsSync(this.#folder)) rmSync(old, { recursive: true });
    else renameSync(old, this.#folder);
  }

  /** Leaves the journal alone, if there is one. */
  #cleanUp(): void {
    for (const name of ['new', 'lock']) rmSync(this.#in(name), { recursive: true, force: true });
    if (!existsSync(this.#in('journal'))) rmdirSync(this.#partial);
  }

  #interrupted(signal: NodeJS.Signals): void {
    this.#stopListening();
    try {
      this.#cleanUp();
      const goesOn = existsSync(this.#partial) ? '; the same command goes on from where it was' : '';
      this.#say(`\nInterrupted. ${this.#folder} is as it was${goesOn}.\n`);
    } finally {
      process.kill(process.pid, signal);
    }
  }

  #stopListening(): void {
    for (const signal of interrupts) process.off(signal, this.#interrupt);
  }
}

/** Node's own recursion does not end where a file system that refuses says that something is missing, as /proc does. */
function makeFolder(folder: string): void {
  if (existsSync(folder)) return;
  makeFolder(path.dirname(folder));
  mkdirSync(folder);
}

const interrupts = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

function guarded<Result>(file: string, work: () => Result): Result {
  try {
    return work();
  } catch (error) {
    if (error instanceof LockedError) throw new CommandError(error.message);
    const { code, message } = error as NodeJS.ErrnoException;
    throw new CommandError(`${file} can't be written: ${remedies[code ?? ''] ?? message}.`);
  }
}

const remedies: Readonly<Record<string, string>> = {
  ENOSPC: 'the disk is full. Free some space, or give another folder',
  EDQUOT: 'your quota of the disk is used up. Free some space, or give another folder',
  EACCES: 'you may not write there. Give another folder',
  EPERM: 'you may not write there. Give another folder',
  EROFS: 'the disk is read-only. Give another folder',
  ENOTDIR: 'part of its path is a file. Give another folder',
  EEXIST: 'part of its path is a file. Give another folder',
  ENOENT: 'nothing can be made there. Give another folder',
};
