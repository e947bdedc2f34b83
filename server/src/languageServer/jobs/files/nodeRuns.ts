import { URI } from 'vscode-uri';
import type { Use } from '../../../platform/files/fileProblem.ts';
import { openRunFolder, readRunFolder } from '../../../platform/records/runFolderOnDisk.ts';
import type { Runs } from '../ports.ts';

/**
 * The run folders of this machine.
 *
 * @param tell is called with messages about their files for people.
 * @param require throws a FileProblem for a folder that must not be used.
 */
export function nodeRuns(
  tell: (note: string) => void,
  require: (folder: string, use: Use) => void = () => {},
): Runs {
  const readable = (folderUri: string) => {
    const folder = URI.parse(folderUri).fsPath;
    require(folder, 'read');
    return readRunFolder(folder);
  };
  return {
    async open(folderUri) {
      const folder = URI.parse(folderUri).fsPath;
      require(folder, 'written');
      return openRunFolder(folder, tell);
    },
    // The folder is opened inside these promises, so that a problem with it rejects them.
    read: (folderUri) => ({
      read: async (name) => readable(folderUri).read(name),
      async *lines(name) {
        yield* readable(folderUri).lines(name);
      },
    }),
  };
}
