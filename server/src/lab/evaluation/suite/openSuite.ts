import { sha256 } from '../../../base/sha256.ts';
import { readSuite, type SuiteReading } from '../../../vio/suite/readSuite.ts';
import type { FileSystem } from '../../../workspace/project/fileSystem.ts';
import { relativePath, resolvePath } from '../../../workspace/project/uris.ts';

/**
 * Reads a suite independently of its location: the names of its blank nodes in prompts do not depend on the folder,
 * so that answers recorded on one machine can be replayed on another.
 *
 * @throws the signal's reason when aborted.
 */
export async function openSuite(
  folderUri: string,
  fileSystem: FileSystem,
  signal: AbortSignal,
): Promise<SuiteReading> {
  const description = await fileSystem.read(resolvePath(folderUri, 'suite.json'));
  const text = description.kind === 'text' ? description.text : '';
  const nowhere = `suite:/${(sha256(text)).slice(0, 16)}`;
  return readSuite(nowhere, movedFrom(folderUri, nowhere, fileSystem), signal);
}

function movedFrom(folderUri: string, to: string, fileSystem: FileSystem): FileSystem {
  return {
    ignoresCase: fileSystem.ignoresCase,
    read: (uri) => fileSystem.read(resolvePath(folderUri, relativePath(to, uri)!)),
    list: (_, glob, bounds) => fileSystem.list(folderUri, glob, bounds),
    liesUnder: async () => true,
    isForeign: async () => false,
    isReadOnly: async () => true,
    repositoryOf: async () => undefined,
  };
}
