import { relativePath } from './uris.ts';

/** What determines how far up the globs of a folder may lead. */
export interface LinkRootContext {
  /** The folders that are open in the editor. */
  readonly workspaceFolders: readonly string[];
  /**
   * The working directory of a command, which is used where no workspace folder and no repository contains the folder.
   */
  readonly workingFolder?: string;
  /** The nearest folder upwards that contains `.git`. */
  repositoryOf(folderUri: string): Promise<string | undefined>;
}

/**
 * The folder that limits the globs of a header, a setting or a project file in this folder: the workspace folder or
 * repository that contains it, whichever is higher; otherwise the working directory that contains it; otherwise the
 * folder itself.
 */
export async function linkRoot(folderUri: string, context: LinkRootContext): Promise<string> {
  const repository = await context.repositoryOf(folderUri);
  const candidates = [...context.workspaceFolders, ...(repository === undefined ? [] : [repository])];
  const highest = candidates
    .filter((candidate) => isAtOrBelow(folderUri, candidate))
    .sort((a, b) => a.length - b.length)[0];
  if (highest !== undefined) return highest;
  const { workingFolder } = context;
  return workingFolder !== undefined && isAtOrBelow(folderUri, workingFolder) ? workingFolder : folderUri;
}

/** True for the folder itself and everything below it, by name. */
export function isAtOrBelow(uri: string, folderUri: string): boolean {
  return relativePath(folderUri, `${uri.replace(/\/+$/, '')}/`) !== undefined;
}
