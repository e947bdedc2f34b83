import { randomBytes } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { type FileHandle, mkdir, open, readFile, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import type { RunFolder } from '../evaluation/runFolder.ts';
import { lockFolder } from './folderLock.ts';

/**
 * A run's folder on this machine, which is made where there is none. A line that is added is handed to the system in
 * one write before `append` resolves, so a process may be killed at any time; half a line that a killed one has left
 * is cut off before the next one.
 *
 * @throws LockedError while another process writes to it, Error when it can't be made.
 */
export async function openRunFolder(folder: string): Promise<RunFolder> {
  await mkdir(folder, { recursive: true });
  return new WritableRunFolder(folder, lockFolder(folder, path.join(folder, '.lock')));
}

/** The same for reading only, which needs no permission of others. */
export function readRunFolder(folder: string): Pick<RunFolder, 'read' | 'lines'> {
  return new ReadableRunFolder(folder);
}

class ReadableRunFolder {
  protected readonly folder: string;

  constructor(folder: string) {
    this.folder = folder;
  }

  async read(name: string): Promise<string | undefined> {
    try {
      return await readFile(this.file(name), 'utf8');
    } catch (error) {
      if (isMissing(error)) return undefined;
      throw error;
    }
  }

  async *lines(name: string): AsyncIterable<string> {
    let rest = '';
    try {
      for await (const chunk of createReadStream(this.file(name), 'utf8')) {
        const lines = `${rest}${chunk}`.split('\n');
        rest = lines.pop()!;
        yield* lines;
      }
    } catch (error) {
      if (!isMissing(error)) throw error;
    }
  }

  protected file(name: string): string {
    return path.join(this.folder, name);
  }
}

class WritableRunFolder extends ReadableRunFolder implements RunFolder {
  readonly #unlock: () => void;
  readonly #open = new Map<string, Promise<FileHandle>>();

  constructor(folder: string, unlock: () => void) {
    super(folder);
    this.#unlock = unlock;
  }

  async append(name: string, line: string): Promise<void> {
    const handle = this.#open.get(name) ?? openAtLineEnd(this.file(name));
    this.#open.set(name, handle);
    const bytes = Buffer.from(`${line}\n`);
    const { bytesWritten } = await (await handle).write(bytes);
    if (bytesWritten < bytes.length) throw new Error(`${this.file(name)}: the disk is full`);
  }

  async write(name: string, pieces: AsyncIterable<string> | Iterable<string>): Promise<void> {
    const fresh = this.file(`.${name}.${randomBytes(4).toString('hex')}.tmp`);
    try {
      const handle = await open(fresh, 'wx');
      try {
        for await (const piece of pieces) await handle.write(piece);
      } finally {
        await handle.close();
      }
      await rename(fresh, this.file(name));
    } catch (error) {
      await rm(fresh, { force: true });
      throw error;
    }
  }

  async close(): Promise<void> {
    for (const handle of this.#open.values()) await (await handle).close();
    this.#open.clear();
    this.#unlock();
  }
}

/** Opens a file to add lines to it. What a killed process has written of a line goes. */
async function openAtLineEnd(file: string): Promise<FileHandle> {
  const handle = await open(file, 'a+', 0o600);
  const { size } = await handle.stat();
  const end = await lastLineEnd(handle, size);
  if (end < size) await handle.truncate(end);
  return handle;
}

/** Behind the last line end of a file. */
async function lastLineEnd(handle: FileHandle, size: number): Promise<number> {
  const chunk = Buffer.alloc(1 << 16);
  for (let end = size; end > 0; ) {
    const start = Math.max(0, end - chunk.length);
    const { bytesRead } = await handle.read(chunk, 0, end - start, start);
    const found = chunk.subarray(0, bytesRead).lastIndexOf('\n');
    if (found >= 0) return start + found + 1;
    end = start;
  }
  return 0;
}

function isMissing(error: unknown): boolean {
  return ['ENOENT', 'ENOTDIR'].includes((error as NodeJS.ErrnoException).code ?? '');
}
