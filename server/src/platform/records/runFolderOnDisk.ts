import path from 'node:path';
import { type RunFolder, runFiles } from '../../lab/evaluation/run/runFolder.ts';
import { appendLines, type Lines } from '../files/appendLines.ts';
import { lockFolder, plainSteps } from '../files/lockFolder.ts';
import { regularFile } from '../files/look.ts';
import { namedFolder, resolveNamed } from '../files/named.ts';
import { readLinesBelow, readTextBelow } from '../files/readBelow.ts';
import { replaceFile } from '../files/replaceFile.ts';
import { sweepTemporary } from '../files/temporary.ts';

/**
 * A run's folder on this machine. It is created if necessary. It may be a link, but links in it are not followed. A
 * line is written in one write before `append` resolves, so the process may be killed at any time. The next process
 * removes an incomplete line and temporary files of a killed one.
 *
 * @param tell is called for files with several hard links that were replaced.
 * @throws LockedError while another process writes to it, FileProblem when it can't be written.
 */
export function openRunFolder(given: string, tell: (note: string) => void): RunFolder {
  const folder = namedFolder(given);
  // It is better to fail here than after hours of work.
  for (const name of Object.values(runFiles)) regularFile(path.join(folder, name), 'written');
  const unlock = lockFolder(given, path.join(folder, '.lock'));
  try {
    sweepTemporary(folder);
    return new WritableRunFolder(folder, { unlock, tell });
  } catch (error) {
    unlock();
    throw error;
  }
}

/** The same for reading only. It needs no write permission. */
export function readRunFolder(given: string): Pick<RunFolder, 'read' | 'lines'> {
  return new ReadableRunFolder(resolveNamed(given, 'read'));
}

class ReadableRunFolder {
  protected readonly folder: string;

  constructor(folder: string) {
    this.folder = folder;
  }

  async read(name: string): Promise<string | undefined> {
    return readTextBelow(this.file(name));
  }

  lines(name: string): AsyncIterable<string> {
    return readLinesBelow(this.file(name));
  }

  protected file(name: string): string {
    return path.join(this.folder, ...plainSteps(name));
  }
}

interface Writing {
  readonly unlock: () => void;
  readonly tell: (note: string) => void;
}

class WritableRunFolder extends ReadableRunFolder implements RunFolder {
  readonly #writing: Writing;
  readonly #open = new Map<string, Lines>();

  constructor(folder: string, writing: Writing) {
    super(folder);
    this.#writing = writing;
  }

  async append(name: string, line: string): Promise<void> {
    let lines = this.#open.get(name);
    if (!lines) {
      lines = appendLines(this.file(name), { halfLine: 'cut', tell: this.#writing.tell });
      this.#open.set(name, lines);
    }
    lines.add(line);
  }

  write(name: string, pieces: AsyncIterable<string> | Iterable<string>): Promise<void> {
    return replaceFile(this.file(name), pieces, this.#writing.tell);
  }

  async close(): Promise<void> {
    try {
      for (const lines of this.#open.values()) lines.close();
    } finally {
      this.#open.clear();
      this.#writing.unlock();
    }
  }
}
