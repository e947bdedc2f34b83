import { URI, Utils } from 'vscode-uri';
import { Glob, splitGlob } from './glob.ts';

/**
 * Normalises a file's uri, so that it can be used as a key. Editors write the drives of Windows in several ways:
 * `file:///C:/a`, `file:///c%3A/a`.
 */
export function normalizeUri(uri: string): string {
  const parsed = URI.parse(uri);
  const isPlain = !parsed.path.includes('\\') && parsed.authority === '';
  if (parsed.scheme !== 'file' || isPlain) return parsed.toString();
  const authority = parsed.authority.toLowerCase() === 'localhost' ? '' : parsed.authority;
  const path = isWindows(parsed) ? parsed.path.replaceAll('\\', '/') : parsed.path;
  return parsed.with({ authority, path }).toString();
}

/** The folder that contains a file. */
export function folderOf(uri: string): string {
  return Utils.dirname(URI.parse(uri)).toString();
}

/** True when paths can be relative to the uri: it is a file rather than an unsaved buffer. */
export function isInFolder(uri: string): boolean {
  return URI.parse(uri).scheme !== 'untitled';
}

/** True for paths that mean the same in every folder: they start at the root of a disk, or are file: uris. */
export function isAbsolutePath(path: string): boolean {
  return /^(?:[/\\]|[a-z]:[/\\]|file:)/i.test(path);
}

/** True for the absolute paths of Windows: `C:\a`, `C:/a` and `\\server\share\a`. */
export function isWindowsPath(path: string): boolean {
  return /^(?:[A-Za-z]:[\\/]|\\\\[^\\/])/.test(path);
}

/** The uri of an absolute path, whichever system this runs on. */
export function uriOfPath(path: string): string {
  return URI.file(isWindowsPath(path) ? path.replaceAll('\\', '/') : path).toString();
}

/**
 * The uri of a path that is relative to a folder, absolute, or a file: uri already. Its separators are slashes or
 * backslashes.
 */
export function resolvePath(folderUri: string, path: string): string {
  if (/^file:/i.test(path)) return normalizeUri(path);
  const posix = path.replaceAll('\\', '/');
  const folder = URI.parse(folderUri);
  const isComplete = isWindowsPath(path) || (isWindows(folder) && posix.startsWith('//'));
  const base = isComplete ? URI.file(posix) : folder;
  const root = rootOf(base);
  const below = URI.from({ scheme: 'file', path: base.path.slice(root.length) || '/' });
  return base.with({ path: root + Utils.resolvePath(below, isComplete ? '' : posix).path }).toString();
}

/** The computer of a file, if its uri names one. */
export function hostOf(uri: string): string {
  return URI.parse(uri).authority.toLowerCase();
}

/** True when a file below the folder matches the glob. */
export function matchesGlob(folderUri: string, glob: string, uri: string): boolean {
  const path = relativePath(folderUri, uri);
  return path !== undefined && new Glob(glob, { ignoresCase: isWindows(URI.parse(uri)) }).matches(path);
}

/** Where the files of a pattern are searched for: the folder that it leads to, and the pattern from there. */
export function searchFrom(
  folderUri: string,
  glob: string,
): { readonly start: string; readonly rest: string } {
  const { folder, rest } = splitGlob(glob);
  return { start: folder === '' ? folderUri : resolvePath(folderUri, folder), rest };
}

/** The path of a file relative to a folder, with slashes; undefined when the file is not below it. */
export function relativePath(folderUri: string, uri: string): string | undefined {
  const folder = URI.parse(folderUri);
  const file = URI.parse(uri);
  if (folder.scheme !== file.scheme || hostOf(folderUri) !== hostOf(uri)) return undefined;
  const prefix = folder.path.endsWith('/') ? folder.path : `${folder.path}/`;
  const start = file.path.slice(0, prefix.length);
  const isBelow = isWindows(file) ? start.toLowerCase() === prefix.toLowerCase() : start === prefix;
  return isBelow ? file.path.slice(prefix.length) : undefined;
}

/** The path from a folder to a file, with `..` where it leads up; the uri itself if there is no such path. */
export function pathTo(folderUri: string, uri: string): string {
  const [folder, file] = [URI.parse(folderUri), URI.parse(uri)];
  if (folder.scheme !== file.scheme || hostOf(folderUri) !== hostOf(uri)) return uri;
  const fold = (part: string | undefined) => (isWindows(file) ? part?.toLowerCase() : part);
  if (fold(rootOf(folder)) !== fold(rootOf(file))) return uri;
  const from = folder.path.split('/').filter((part) => part !== '');
  const to = file.path.split('/').filter((part) => part !== '');
  let common = 0;
  while (common < from.length && common < to.length - 1 && fold(from[common]) === fold(to[common])) {
    common++;
  }
  return [...from.slice(common).map(() => '..'), ...to.slice(common)].join('/');
}

/** The last part of a uri's path, for messages. */
export function fileNameOfUri(uri: string): string {
  return Utils.basename(URI.parse(uri)) || uri;
}

/** The path of a file as its system writes it, for messages. */
export function pathOfUri(uri: string): string {
  return URI.parse(uri).fsPath;
}
/** True for files on a drive or on another computer, which only Windows has. Case makes no difference in their names. */
function isWindows({ scheme, authority, path }: URI): boolean {
  return scheme === 'file' && (authority !== '' || drive.test(path));
}

/** The part that `..` can't leave: the drive, or the shared folder of a computer. Empty elsewhere. */
function rootOf(uri: URI): string {
  if (!isWindows(uri)) return '';
  const [root = ''] = (uri.authority === '' ? drive : /^\/[^/]*/).exec(uri.path) ?? [];
  return root;
}

const drive = /^\/[A-Za-z]:(?=[\\/]|$)/;
