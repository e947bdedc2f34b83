import { constants, type Stats } from 'node:fs';
import { access, lstat, realpath, stat } from 'node:fs/promises';
import path from 'node:path';
import { getHeapStatistics } from 'node:v8';
import { URI } from 'vscode-uri';
import type { FileSystem, FileText } from '../../workspace/project/fileSystem.ts';
import { searchFrom } from '../../workspace/project/uris.ts';
import { IoGuard, patience } from './ioGuard.ts';
import { isBelow, longestText, openRegularFile, readRegularFile, unreadable } from './readRegularFile.ts';
import { shippedContexts } from './shippedFiles.ts';

/** The largest file that editors read, in bytes. Beside an editor, a larger parsed file would not fit into memory. */
export const maxFileSize = 64 * 1024 * 1024;

export interface FileSystemLimits {
  /** In bytes. Larger files are not read. */
  readonly maxFileSize: number;
  /** In bytes. If given, larger Turtle files stay on disk. */
  readonly largeFrom?: number;
  /** How long the disk may not respond, in ms. */
  readonly timeout: number;
}

/** From this size on, in bytes, the command line leaves a file of Turtle on disk: it has room for several times its text. */
export const largeFrom = Math.min(32 * 1024 * 1024, getHeapStatistics().heap_size_limit / 16);

/** Volumes may differ, but this holds for nearly all of them. Editors go by the system, too. */
const ignoresCase = process.platform === 'win32' || process.platform === 'darwin';

/** Limits of a search for files: its time, in ms, and the number of files and folders it looks at. */
const walkBounds = { time: 20_000, entries: 500_000 };

/** The bits of a file's mode by which owner, group and others may write it. */
const anybodyWrites = 0o222;

/** The files of this machine, within limits. */
export function createFileSystem(limits: FileSystemLimits): FileSystem {
  const guard = new IoGuard(limits.timeout, maxStuck());
  const { largeFrom } = limits;
  return {
    ignoresCase,

    async read(uri, under) {
      const maxFileSize = Math.min(limits.maxFileSize, longestText);
      return located(uri, under, (file, root) => readRegularFile(file, { maxFileSize, under: root }, guard));
    },

    ...(largeFrom !== undefined && {
      open: (uri: string, under?: string) =>
        located(uri, under, (file, root) =>
          openRegularFile(file, { ...limits, largeFrom, under: root }, guard),
        ),
    }),

    async list(folderUri, pattern, { files, root }) {
      const search = searchFrom(folderUri, pattern);
      const start = URI.parse(search.start);
      if (start.scheme !== 'file') return { uris: [], truncated: false };
      const bounds = { ...walkBounds, files, root: root === undefined ? undefined : URI.parse(root).fsPath };
      const { listFiles } = await import('./listFiles.ts');
      const { paths, ...others } = await listFiles(start.fsPath, search.rest, bounds, guard);
      return { uris: paths.map((file) => URI.file(file).toString()), ...others };
    },

    async liesUnder(uri, folderUri) {
      const [file, folder] = [URI.parse(uri), URI.parse(folderUri)];
      if (file.scheme !== 'file' || folder.scheme !== 'file') return false;
      try {
        const real = (each: string) => guard.run(each, () => realpath(each));
        return isBelow(await real(file.fsPath), await real(folder.fsPath));
      } catch {
        // The real path can't be determined.
        return false;
      }
    },

    async isForeign(uri, besideUri) {
      const [file, beside] = [URI.parse(uri), URI.parse(besideUri)];
      if (file.scheme !== 'file' || process.getuid === undefined) return false;
      const trusted = new Set([process.getuid(), 0]);
      const owner = (each: () => Promise<Stats>) => guard.run(file.fsPath, each).then(({ uid }) => uid);
      // The data need not be a file: standard input is not.
      const other = await owner(() => stat(beside.fsPath)).catch(() => undefined);
      if (other !== undefined) trusted.add(other);
      try {
        const owners = [await owner(() => lstat(file.fsPath)), await owner(() => stat(file.fsPath))];
        return owners.some((uid) => !trusted.has(uid));
      } catch {
        // It is gone, or nobody can tell.
        return true;
      }
    },

    async isReadOnly(uri) {
      const file = URI.parse(uri);
      if (file.scheme !== 'file') return false;
      try {
        // Administrators may write everything; even so, an editor asks them where nobody has the permission.
        const { mode } = await guard.run(file.fsPath, () => stat(file.fsPath));
        if ((mode & anybodyWrites) === 0) return true;
        await guard.run(file.fsPath, () => access(file.fsPath, constants.W_OK));
        return false;
      } catch (error) {
        return (error as NodeJS.ErrnoException).code !== 'ENOENT';
      }
    },

    async repositoryOf(folderUri) {
      const location = URI.parse(folderUri);
      if (location.scheme !== 'file') return undefined;
      for (let folder = location.fsPath; ; folder = path.dirname(folder)) {
        const marker = path.join(folder, '.git');
        try {
          await guard.run(marker, () => lstat(marker));
          return URI.file(folder).toString();
        } catch {
          // It does not exist, or cannot be accessed.
        }
        if (path.dirname(folder) === folder) return undefined;
      }
    },

    shippedContexts,
  };
}

/** Reads a file by its path, and that of the folder that must contain it. */
async function located<T>(
  uri: string,
  under: string | undefined,
  read: (file: string, root: string | undefined) => Promise<T>,
): Promise<T | FileText> {
  const location = URI.parse(uri);
  if (location.scheme !== 'file') {
    return unreadable('failed', `only files on disk are read, not ${location.scheme}:`);
  }
  try {
    return await read(location.fsPath, under === undefined ? undefined : URI.parse(under).fsPath);
  } catch (error) {
    return explained(error, location.fsPath);
  }
}

/** The files of this machine, within the limits of editors. */
export const nodeFileSystem: FileSystem = createFileSystem({ maxFileSize, timeout: patience });

/** Half of the threads that this process has for files. There are four unless the environment sets another number. */
function maxStuck(): number {
  return Math.max(1, Math.floor(Number(process.env.UV_THREADPOOL_SIZE ?? 4) / 2));
}

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
    case 'ELOOP':
      return unreadable('failed', 'it is a link that leads to itself');
    case 'EAGAIN':
      return unreadable('failed', 'it gives no data');
    default:
      return unreadable('failed', message);
  }
}
