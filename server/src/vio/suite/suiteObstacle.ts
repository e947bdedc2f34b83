import type { FileSystem } from '../../project/fileSystem.ts';
import { relativePath } from '../../project/uris.ts';
import { readDescription } from './readSuite.ts';

/**
 * Why a suite must not be written to a folder, as the rest of a sentence about it with the remedy. Undefined for a folder
 * that is not there, is empty, or holds a suite and nothing else.
 */
export async function suiteObstacle(folderUri: string, fileSystem: FileSystem): Promise<string | undefined> {
  const itself = await fileSystem.read(folderUri);
  if (itself.kind === 'text' || !['missing', 'directory'].includes(itself.reason)) {
    return 'is a file. Give the folder that the suite is to be written to.';
  }
  const { uris } = await fileSystem.list(folderUri, '**/*', maxFiles);
  if (uris.length === 0) return undefined;
  const description = await fileSystem.read(`${folderUri}/suite.json`);
  if (description.kind !== 'text' || readDescription(description.text) === undefined) {
    return 'is there already, and it is no suite of ours. Give another folder, or remove it.';
  }
  const stranger = uris.map((uri) => relativePath(folderUri, uri)!).find((path) => !ownFile.test(path));
  return stranger === undefined
    ? undefined
    : `holds ${stranger}, which is no part of a suite and would be lost. Move it away, or give another folder.`;
}

/** More than any suite has. */
const maxFiles = 1_000_000;

/** The files that a suite is made of. */
const ownFile =
  /^(?:suite\.json|graph\.ttl|manifest\.ttl|cases\.jsonl|coverage\.json|README\.md|tests\/(?:manifest|case-\d+)\.ttl)$/;
