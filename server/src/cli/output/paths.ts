import path, { type PlatformPath } from 'node:path';
import { URI } from 'vscode-uri';
import { escapeInvisibleLine } from '../../base/visibleText.ts';
import { normalizeUri, uriOfPath } from '../../workspace/project/uris.ts';

/** The uri of a path as users give it: relative to the working directory, absolute, or already a file: uri. */
export function uriOf(cwd: string, given: string, system: PlatformPath = path): string {
  return /^file:/i.test(given) ? normalizeUri(given) : uriOfPath(system.resolve(cwd, given));
}

/** How a file is named to the user: by its path, with control characters and line breaks escaped. */
export function displayPath(cwd: string, uri: string, system: PlatformPath = path): string {
  return escapeInvisibleLine(pathFrom(cwd, uri, system));
}

/** How a file is named to patch and git apply: by its unescaped path, with slashes. */
export function diffPath(cwd: string, uri: string, system: PlatformPath = path): string {
  return pathFrom(cwd, uri, system).replaceAll(system.sep, '/');
}

/** Relative to the working directory where that is shorter. */
function pathFrom(cwd: string, uri: string, system: PlatformPath): string {
  if (uri === stdinUri(cwd, system)) return stdinName;
  const parsed = URI.parse(uri);
  if (parsed.scheme !== 'file') return uri;
  const file = parsed.fsPath.replaceAll('/', system.sep);
  const relative = system.relative(cwd, file);
  return relative !== '' && relative.length < file.length ? relative : file;
}

/** What standard input is called. */
export const stdinName = '<stdin>';

/** Standard input counts as a file of the working directory, so that relative links lead somewhere. */
export function stdinUri(cwd: string, system: PlatformPath = path): string {
  return uriOf(cwd, stdinName, system);
}

/** The uri of a folder that is named on the command line. */
export function folderUri(given: string, { cwd }: { readonly cwd: string }): string {
  return uriOf(cwd, given).replace(/\/$/, '');
}
