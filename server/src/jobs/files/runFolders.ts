import { URI } from 'vscode-uri';
import type { Runs } from '../../cli/io.ts';
import type { RunFolder } from '../../evaluation/run/runFolder.ts';
import type { Use } from '../../platform/files/fileProblem.ts';
import { openRunFolder, readRunFolder } from '../../platform/records/runFolderOnDisk.ts';
import { asCommandError, guarded } from './guarded.ts';

/**
 * The folders of this machine.
 *
 * @param tell is told what people should know of their files.
 * @param require throws a FileProblem for a folder that must not be used.
 */
export function nodeRuns(
  tell: (note: string) => void,
  require: (folder: string, use: Use) => void = () => {},
): Runs {
  return {
    async open(folderUri) {
      const folder = URI.parse(folderUri).fsPath;
      const opened = await guarded(() => {
        require(folder, 'written');
        return openRunFolder(folder, tell);
      });
      return guardedFolder(opened);
    },
    read(folderUri) {
      // Resolved when it is read, for the promise to tell what is wrong with it.
      const run = () => {
        const folder = URI.parse(folderUri).fsPath;
        require(folder, 'read');
        return readRunFolder(folder);
      };
      return {
        read: (name) => guarded(() => run().read(name)),
        lines: (name) => guardedLines(() => run().lines(name)),
      };
    },
  };
}

function guardedFolder(run: RunFolder): RunFolder {
  return {
    read: (name) => guarded(() => run.read(name)),
    lines: (name) => guardedLines(() => run.lines(name)),
    append: (name, line) => guarded(() => run.append(name, line)),
    write: (name, pieces) => guarded(() => run.write(name, pieces)),
    close: () => guarded(() => run.close()),
  };
}

async function* guardedLines(lines: () => AsyncIterable<string>): AsyncIterable<string> {
  try {
    yield* lines();
  } catch (error) {
    throw asCommandError(error);
  }
}
