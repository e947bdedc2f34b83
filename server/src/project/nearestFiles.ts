import { boundedEditDistance } from '../base/editDistance.ts';
import type { DocumentStore } from './documentStore.ts';
import { neighbours } from './neighbours.ts';
import { fileNameOfUri, folderOf, isInFolder, pathTo } from './uris.ts';

/**
 * The files that were probably meant by a path that leads nowhere: those of the same name in other folders, then those
 * with nearly the same name. Nearest folders come first.
 */
export async function nearestFiles(
  missing: string,
  { store, folders, start }: NearestFilesContext,
): Promise<readonly string[]> {
  // A file that is opened by itself has only its neighbours.
  const known = new Set([...(await store.workspaceFiles()), ...(await neighbours(start, store, folders))]);
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
