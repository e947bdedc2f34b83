import path from 'node:path';
import { URI } from 'vscode-uri';
import { escapeInvisibleLine } from '../../base/visibleText.ts';
import { normalizeUri } from '../../project/uris.ts';

/** The uri of a path as users give it: relative to the working directory, absolute, or a file: uri already. */
export function uriOf(cwd: string, given: string): string {
  return /^file:/i.test(given) ? normalizeUri(given) : URI.file(path.resolve(cwd, given)).toString();
}

/** How a file is named to the user: by its path, with control characters and line breaks escaped. */
export function displayPath(cwd: string, uri: string): string {
  return escapeInvisibleLine(pathFrom(cwd, uri));
}

/** How a file is named to patch and git apply: by its path as it is, with slashes. */
export function diffPath(cwd: string, uri: string): string {
  return pathFrom(cwd, uri).replaceAll(path.sep, '/');
}

/** Relative to the working directory where that is shorter. */
function pathFrom(cwd: string, uri: string): string {
  if (uri === stdinUri(cwd)) return '<stdin>';
  const parsed = URI.parse(uri);
  if (parsed.scheme !== 'file') return uri;
  const relative = path.relative(cwd, parsed.fsPath);
  return relative !== '' && relative.length < parsed.fsPath.length ? relative : parsed.fsPath;
}

/** Standard input counts as a file of the working directory, so that relative links lead somewhere. */
export function stdinUri(cwd: string): string {
  return uriOf(cwd, '<stdin>');
}
