import { URI } from 'vscode-uri';
import type { Use } from '../../../platform/files/fileProblem.ts';
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
  // Loaded on demand, because most runs have no such folder.
  const onDisk = () => import('../../../platform/records/runFolderOnDisk.ts');
  const readable = async (folderUri: string) => {
    const folder = URI.parse(folderUri).fsPath;
    require(folder, 'read');
    return (await onDisk()).readRunFolder(folder);
  };
  return {
    async open(folderUri) {
      const folder = URI.parse(folderUri).fsPath;
      require(folder, 'written');
      return (await onDisk()).openRunFolder(folder, tell);
    },
    // The folder is opened inside these promises, so that a problem with it rejects them.
    read: (folderUri) => ({
      read: async (name) => (await readable(folderUri)).read(name),
      async *lines(name) {
        yield* (await readable(folderUri)).lines(name);
      },
    }),
  };
}
