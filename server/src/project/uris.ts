import { URI, Utils } from 'vscode-uri';
import { Glob } from './glob.ts';

/** Normalises a file's uri, so that it can be used as a key. */
export function normalizeUri(uri: string): string {
  return URI.parse(uri).toString();
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

/** The uri of a path that is relative to a folder, absolute, or a file: uri already. */
export function resolvePath(folderUri: string, path: string): string {
  if (/^file:/i.test(path)) return normalizeUri(path);
  const posix = path.replaceAll('\\', '/');
  const base = URI.parse(folderUri);
  if (/^[A-Za-z]:\//.test(posix)) return URI.file(posix).toString();
  return Utils.resolvePath(base, posix).toString();
}

/** True when a file below the folder matches the glob. */
export function matchesGlob(folderUri: string, glob: string, uri: string): boolean {
  const path = relativePath(folderUri, uri);
  return path !== undefined && new Glob(glob).matches(path);
}

/** The path of a file relative to a folder, with slashes; undefined when the file is not below it. */
export function relativePath(folderUri: string, uri: string): string | undefined {
  const folder = URI.parse(folderUri);
  const file = URI.parse(uri);
  const prefix = folder.path.endsWith('/') ? folder.path : `${folder.path}/`;
  if (folder.scheme !== file.scheme || folder.authority !== file.authority) return undefined;
  return file.path.startsWith(prefix) ? file.path.slice(prefix.length) : undefined;
}

/** The path from a folder to a file, with `..` where it leads up; the uri itself where no path leads there. */
export function pathTo(folderUri: string, uri: string): string {
  const [folder, file] = [URI.parse(folderUri), URI.parse(uri)];
  if (folder.scheme !== file.scheme || folder.authority !== file.authority) return uri;
  const from = folder.path.split('/').filter((part) => part !== '');
  const to = file.path.split('/').filter((part) => part !== '');
  let common = 0;
  while (common < from.length && common < to.length - 1 && from[common] === to[common]) common++;
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
