import { URI } from 'vscode-uri';
import type { FileSearch } from '../../project/fileSystem.ts';
import { splitGlob } from '../../project/glob.ts';
import { resolvePath } from '../../project/uris.ts';
import type { PathSearch } from './diskSnapshot.ts';

/** Searches by uri as searches on disk. */
export function pathSearches(searches: readonly FileSearch[]): readonly PathSearch[] {
  const byKey = new Map(searches.map((search) => [`${search.folderUri} ${search.glob}`, search]));
  return [...byKey.values()].flatMap(({ folderUri, glob }) => {
    const { folder, rest } = splitGlob(glob);
    const start = URI.parse(folder === '' ? folderUri : resolvePath(folderUri, folder));
    return start.scheme === 'file' ? [{ folder: start.fsPath, glob: rest }] : [];
  });
}
