import { relativePath } from './uris.ts';

/** What decides how high the globs of a folder may lead. */
export interface LinkRootContext {
  /** The folders that are open in the editor. */
  readonly workspaceFolders: readonly string[];
  /** What holds where none of them and no repository does: the working directory of a command. */
  readonly workingFolder?: string;
  /** The nearest folder upwards that holds `.git`. */
  repositoryOf(folderUri: string): Promise<string | undefined>;
}

/**
 * The folder that the globs of a header, a setting or a project file in this folder stay under: the workspace folder or
 * the repository that it is in, whichever is higher; else the working directory that it is in, else itself.
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

/** True for the folder itself and all that is below it, by their names. */
export function isAtOrBelow(uri: string, folderUri: string): boolean {
  const withoutSlash = (each: string) => each.replace(/\/+$/, '');
  return withoutSlash(uri) === withoutSlash(folderUri) || relativePath(folderUri, uri) !== undefined;
}
