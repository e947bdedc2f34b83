import type { DocumentStore } from './documentStore.ts';
import { isAtOrBelow } from './linkRoot.ts';
import { folderOf, isInFolder } from './uris.ts';
import { turtleNamesGlob } from './workspaceFiles.ts';

/** The Turtle files beside a file that is in no workspace folder; none for others, which the workspace lists. */
export async function neighbours(
  uri: string,
  store: Pick<DocumentStore, 'list'>,
  folders: readonly string[],
): Promise<readonly string[]> {
  if (!isInFolder(uri) || folders.some((folder) => isAtOrBelow(uri, folder))) return [];
  const folder = folderOf(uri);
  return (await store.list(folder, turtleNamesGlob, folder)).uris;
}
