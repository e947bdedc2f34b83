import { URI } from 'vscode-uri';
import type { FileSearch } from '../../workspace/project/fileSystem.ts';
import { searchFrom } from '../../workspace/project/uris.ts';
import type { PathSearch } from './diskSnapshot.ts';

/** Searches by uri as searches on disk. */
export function pathSearches(searches: readonly FileSearch[]): readonly PathSearch[] {
  const byKey = new Map(searches.map((search) => [`${search.folderUri} ${search.glob}`, search]));
  return [...byKey.values()].flatMap(({ folderUri, glob }) => {
    const { start, rest } = searchFrom(folderUri, glob);
    const { scheme, fsPath } = URI.parse(start);
    return scheme === 'file' ? [{ folder: fsPath, glob: rest }] : [];
  });
}
