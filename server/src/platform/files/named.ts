import { mkdirSync, realpathSync, statSync } from 'node:fs';
import path from 'node:path';
import { attempt, explanation, FileProblem, fileProblem, type Use } from './fileProblem.ts';
import { lookAt } from './look.ts';

/**
 * Where a path leads that a person named: links on it are followed once, here, and stay what they are. The last step may
 * be missing.
 *
 * @throws FileProblem where it leads nowhere.
 */
export function resolveNamed(given: string, use: Use): string {
  if (attempt(given, use, () => lookAt(given))) return realPath(given, use);
  const parent = path.dirname(given);
  return parent === given ? given : path.join(resolveNamed(parent, use), path.basename(given));
}

/**
 * The folder that a person named, made where it is missing.
 *
 * @param mode of the folders that are made.
 */
export function namedFolder(given: string, mode = 0o777): string {
  const folder = resolveNamed(given, 'written');
  attempt(given, 'written', () => makeFolders(folder, mode, given));
  return folder;
}

/** Node's own recursion does not end where a file system that refuses says that something is missing, as /proc does. */
function makeFolders(folder: string, mode: number, given: string): void {
  const found = statSync(folder, { throwIfNoEntry: false });
  if (found?.isDirectory()) return;
  if (found) throw new FileProblem(`${given} can't be written: ${explanation('ENOTDIR', '')}`, 'ENOTDIR');
  if (path.dirname(folder) !== folder) makeFolders(path.dirname(folder), mode, given);
  try {
    mkdirSync(folder, mode);
  } catch (error) {
    // Another process may have made it in between.
    if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory()) throw error;
  }
}

/**
 * A folder that an editor found, or that was chosen in it, may be written: in the workspace, it really is in one of the
 * workspace's folders, wherever links on its path lead; elsewhere, it is no link itself. The workspace's folders may be
 * links.
 *
 * @throws FileProblem where it must not.
 */
export function requireInside(given: string, workspaceFolders: readonly string[], use: Use): void {
  const isInWorkspace = workspaceFolders.some((folder) => isBelow(given, folder));
  const allowed = isInWorkspace ? workspaceFolders : [path.dirname(given)];
  const real = resolveNamed(given, use);
  if (allowed.some((folder) => isBelow(real, resolveNamed(folder, use)))) return;
  const where = isInWorkspace ? 'outside of the workspace' : 'elsewhere';
  throw new FileProblem(
    `${given} can't be ${use}: it leads to ${real}, ${where}. Open the folder that is there, or choose another one.`,
  );
}

/** Is a path another one or below it, by their words? */
function isBelow(file: string, folder: string): boolean {
  const relative = path.relative(folder, file);
  return (
    relative === '' ||
    (relative !== '..' && !relative.startsWith(`..${path.sep}`) && !path.isAbsolute(relative))
  );
}

function realPath(given: string, use: Use): string {
  try {
    // The native one knows junctions, other spellings of case and drives.
    return realpathSync.native(given);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw fileProblem(error, given, use);
    throw new FileProblem(
      `${given} can't be ${use}: it is a link that leads to nothing. Remove it, or make what it leads to.`,
      'ENOENT',
    );
  }
}
