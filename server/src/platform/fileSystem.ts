// biome-ignore lint/style/noRestrictedImports: opens files to read them.
import { open, stat } from 'node:fs/promises';
import path from 'node:path';
import { glob } from 'tinyglobby';
import { URI } from 'vscode-uri';
import type { FileSystem, FileText } from '../project/fileSystem.ts';

/** Larger files are not read: parsed, they would not fit beside the editor. */
export const maxFileSize = 64 * 1024 * 1024;

/** The files of this machine. */
export const nodeFileSystem: FileSystem = {
  async read(uri) {
    const location = URI.parse(uri);
    if (location.scheme !== 'file') {
      return unreadable('failed', `only files on disk are read, not ${location.scheme}:`);
    }
    try {
      return await readText(location.fsPath);
    } catch (error) {
      return explained(error, location.fsPath);
    }
  },

  async list(folderUri, pattern, limit) {
    const folder = URI.parse(folderUri);
    if (folder.scheme !== 'file') return { uris: [], truncated: false };
    const paths = await glob(pattern.replaceAll('\\', '/'), {
      cwd: folder.fsPath,
      absolute: true,
      onlyFiles: true,
      dot: true,
      expandDirectories: false,
      followSymbolicLinks: false,
      ignore: ['**/node_modules/**', '**/.git/**'],
    });
    const uris = paths.map((file) => URI.file(path.normalize(file)).toString()).sort(byCodeUnits);
    return { uris: uris.slice(0, limit), truncated: uris.length > limit };
  },
};

function byCodeUnits(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

async function readText(file: string): Promise<FileText> {
  // Looked at before it is opened: opening a named pipe would wait for a writer.
  const found = await stat(file);
  if (found.isDirectory()) return unreadable('directory', file);
  if (!found.isFile()) return unreadable('failed', 'it is not a regular file');
  if (found.size > maxFileSize) return tooLarge(found.size);
  const handle = await open(file);
  try {
    return decode(await handle.readFile());
  } finally {
    await handle.close();
  }
}

function decode(bytes: Buffer): FileText {
  if (bytes.length > maxFileSize) return tooLarge(bytes.length);
  if (bytes.includes(0)) {
    const wide = (bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff);
    return unreadable('binary', wide ? 'it is UTF-16, Turtle is UTF-8' : 'it holds NUL characters');
  }
  try {
    return { kind: 'text', text: utf8.decode(bytes) };
  } catch {
    // The decoder says no more than that some byte is wrong.
    return unreadable('binary', 'it is not UTF-8');
  }
}

/** Drops a byte order mark and refuses malformed bytes rather than replacing them. */
const utf8 = new TextDecoder('utf-8', { fatal: true });

function explained(error: unknown, file: string): FileText {
  const { code, message } = error as NodeJS.ErrnoException;
  switch (code) {
    case 'ENOENT':
    case 'ENOTDIR':
      return unreadable('missing', file);
    case 'EISDIR':
      return unreadable('directory', file);
    case 'EACCES':
    case 'EPERM':
      return unreadable('denied', file);
    default:
      return unreadable('failed', message);
  }
}

function tooLarge(size: number): FileText {
  const megabytes = Math.ceil(size / 1024 / 1024);
  return unreadable(
    'tooLarge',
    `it has ${megabytes} MB; files of up to ${maxFileSize / 1024 / 1024} MB are read`,
  );
}

function unreadable(reason: Extract<FileText, { kind: 'unreadable' }>['reason'], detail: string): FileText {
  return { kind: 'unreadable', reason, detail };
}
