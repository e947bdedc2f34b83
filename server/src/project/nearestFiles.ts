import { boundedEditDistance } from '../base/editDistance.ts';
import type { DocumentStore } from './documentStore.ts';
import { isAtOrBelow } from './linkRoot.ts';
import { fileNameOfUri, folderOf, isInFolder, pathTo } from './uris.ts';
import { turtleNamesGlob } from './workspaceFiles.ts';

/**
 * The files that were probably meant by a path that leads nowhere: those of the same name in other folders, then those
 * with nearly the same name. Nearest folders come first.
 */
export async function nearestFiles(
  missing: string,
  { store, folders, start }: NearestFilesContext,
): Promise<readonly string[]> {
  const known = new Set(await store.workspaceFiles());
  // A file that is opened by itself has only its neighbours.
  if (isInFolder(start) && !folders.some((folder) => isAtOrBelow(start, folder))) {
    const folder = folderOf(start);
    for (const uri of (await store.list(folder, turtleNamesGlob, folder)).uris) known.add(uri);
  }
  const name = fileNameOfUri(missing).toLowerCase();
  const folder = isInFolder(missing) ? folderOf(missing) : missing;
  const limit = Math.min(maxTypos, Math.floor(name.length / 4));
  return [...known]
    .filter((uri) => uri !== start)
    .map((uri) => ({
      uri,
      typos: boundedEditDistance(name, fileNameOfUri(uri).toLowerCase(), limit),
      steps: pathTo(folder, uri).split('/').length,
    }))
    .filter(({ typos }) => typos <= limit)
    .sort((a, b) => a.typos - b.typos || a.steps - b.steps || (a.uri < b.uri ? -1 : 1))
    .slice(0, maxSuggestions)
    .map(({ uri }) => uri);
}

export interface NearestFilesContext {
  readonly store: Pick<DocumentStore, 'workspaceFiles' | 'list'>;
  readonly folders: readonly string[];
  /** The data file. */
  readonly start: string;
}

const maxTypos = 3;
const maxSuggestions = 3;
