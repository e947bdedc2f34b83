import type { FileSystem } from '../../workspace/project/fileSystem.ts';
import { readDescription } from './readSuite.ts';

/** Lists the names of the entries of a folder, given by its URI, or reports why there are none. */
export type ListFolder = (folderUri: string) => Promise<readonly string[] | 'missing' | 'noFolder'>;

/**
 * Why a suite must not be written to a folder, with the remedy, as the rest of a sentence about the folder. Undefined for a
 * folder that is missing, is empty, or holds only a suite.
 */
export async function suiteObstacle(folderUri: string, world: World): Promise<string | undefined> {
  const obstacle = await obstacleNow(folderUri, world);
  // Another process may have replaced the suite between listing the folder and reading its description.
  return obstacle === undefined ? undefined : obstacleNow(folderUri, world);
}

interface World {
  readonly fileSystem: FileSystem;
  readonly listFolder: ListFolder;
}

async function obstacleNow(folderUri: string, world: World): Promise<string | undefined> {
  const names = await world.listFolder(folderUri);
  if (names === 'noFolder') {
    return 'is a file or leads through one. Give the folder that the suite is to be written to.';
  }
  if (names === 'missing' || names.length === 0) return undefined;
  const description = await world.fileSystem.read(`${folderUri}/suite.json`);
  if (description.kind !== 'text' || readDescription(description.text) === undefined) {
    return 'already exists and is not a suite of SHACL Repair. Give another folder.';
  }
  const tests = await world.listFolder(`${folderUri}/tests`);
  const paths = [...names, ...(typeof tests === 'string' ? [] : tests.map((name) => `tests/${name}`))];
  const stranger = paths.find((path) => !own.test(path));
  return stranger === undefined
    ? undefined
    : `holds ${stranger}, which is not part of a suite and would be lost. Move it away, or give another folder.`;
}

/** The names of the entries of a suite folder. */
const own =
  /^(?:suite\.json|graph\.ttl|context\.ttl|manifest\.ttl|cases\.jsonl|coverage\.json|README\.md|tests(?:\/(?:manifest|case-\d+)\.ttl)?)$/;
