import { mkdirSync, realpathSync, statSync } from 'node:fs';
import path from 'node:path';
import { attempt, explanation, FileProblem, fileProblem, type Use } from './fileProblem.ts';
import { lookAt } from './look.ts';

/**
 * Resolves a path that a person named. Its links are followed once, here, and are never replaced. The last step of the
 * path may be missing.
 *
 * @throws FileProblem when its target does not exist.
 */
export function resolveNamed(given: string, use: Use): string {
  if (attempt(given, use, () => lookAt(given))) return realPath(given, use);
  const parent = path.dirname(given);
  return parent === given ? given : path.join(resolveNamed(parent, use), path.basename(given));
}

/**
 * The folder that a person named. It is created when it is missing.
 *
 * @param mode the permissions of new folders.
 */
export function namedFolder(given: string, mode = 0o777): string {
  const folder = resolveNamed(given, 'written');
  attempt(given, 'written', () => makeFolders(folder, mode, given));
  return folder;
}

/**
 * Creates the missing folders. Node's own recursion never ends on file systems such as /proc, which report "missing"
 * where they refuse.
 */
function makeFolders(folder: string, mode: number, given: string): void {
  const found = statSync(folder, { throwIfNoEntry: false });
  if (found?.isDirectory()) return;
  if (found) throw new FileProblem(`${given} can't be written: ${explanation('ENOTDIR', '')}`, 'ENOTDIR');
  if (path.dirname(folder) !== folder) makeFolders(path.dirname(folder), mode, given);
  try {
    mkdirSync(folder, mode);
  } catch (error) {
    // Another process may have created it in between.
    if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory()) throw error;
  }
}

/**
 * Makes sure that a folder an editor found, or that was chosen in it, may be written. In the workspace, its real path
 * must be in one of the workspace's folders. Elsewhere, it must not be a link. The workspace's folders may be links.
 *
 * @throws FileProblem when it may not be written.
 */
export function requireInside(given: string, workspaceFolders: readonly string[], use: Use): void {
  const isInWorkspace = workspaceFolders.some((folder) => isBelow(given, folder));
  const allowed = isInWorkspace ? workspaceFolders : [path.dirname(given)];
  const real = resolveNamed(given, use);
  if (allowed.some((folder) => isBelow(real, resolveNamed(folder, use)))) return;
  const where = isInWorkspace ? 'outside the workspace' : 'elsewhere';
  throw new FileProblem(
    `${given} can't be ${use}: it leads to ${real}, ${where}. Open the folder that is there, or choose another one.`,
  );
}

/** Whether a path equals another one or is below it. Only the texts of the paths are compared. */
function isBelow(file: string, folder: string): boolean {
  const relative = path.relative(folder, file);
  return (
    relative === '' ||
    (relative !== '..' && !relative.startsWith(`..${path.sep}`) && !path.isAbsolute(relative))
  );
}

function realPath(given: string, use: Use): string {
  try {
    // The native version resolves junctions, the case of letters, and drives.
    return realpathSync.native(given);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw fileProblem(error, given, use);
    throw new FileProblem(
      `${given} can't be ${use}: it is a link that leads to nothing. Remove it, or create its target.`,
      'ENOENT',
    );
  }
}
