import path from 'node:path';
import { URI } from 'vscode-uri';

/** The path from one folder to another, with slashes; absolute when there is no relative path. */
export function pathBetween(folderUri: string, toUri: string): string {
  return path.relative(URI.parse(folderUri).fsPath, URI.parse(toUri).fsPath).replaceAll('\\', '/');
}
