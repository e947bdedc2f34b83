import { URI } from 'vscode-uri';
import type { RunFolder } from '../evaluation/runFolder.ts';
import { LockedError } from '../platform/folderLock.ts';
import { openRunFolder, readRunFolder } from '../platform/runFolder.ts';
import { CommandError, type Runs } from './io.ts';

/** The folders of this machine. */
export const nodeRuns: Runs = {
  async open(folderUri) {
    const folder = URI.parse(folderUri).fsPath;
    return guardedFolder(await guarded(folder, () => openRunFolder(folder)), folder);
  },
  read(folderUri) {
    const folder = URI.parse(folderUri).fsPath;
    const run = readRunFolder(folder);
    return { read: (name) => guarded(folder, () => run.read(name)), lines: (name) => run.lines(name) };
  },
};

function guardedFolder(run: RunFolder, folder: string): RunFolder {
  return {
    read: (name) => guarded(folder, () => run.read(name)),
    lines: (name) => run.lines(name),
    append: (name, line) => guarded(folder, () => run.append(name, line)),
    write: (name, pieces) => guarded(folder, () => run.write(name, pieces)),
    close: () => guarded(folder, () => run.close()),
  };
}

async function guarded<Result>(folder: string, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof LockedError) throw new CommandError(error.message);
    const { code, message } = error as NodeJS.ErrnoException;
    if (code === undefined) throw error;
    throw new CommandError(`${folder} can't be used: ${remedies[code] ?? message}.`);
  }
}

const remedies: Readonly<Record<string, string>> = {
  ENOSPC: 'the disk is full. Free some space, and go on with --resume',
  EDQUOT: 'your quota of the disk is used up. Free some space, and go on with --resume',
  EACCES: 'you have no permission. Give another folder',
  EPERM: 'you have no permission. Give another folder',
  EROFS: 'the disk is read-only. Give another folder',
  ENOTDIR: 'part of its path is a file. Give another folder',
  EEXIST: 'it is a file. Give another folder',
};
