import { type Dirent, readdirSync } from 'node:fs';
import { readdir, realpath, stat } from 'node:fs/promises';
import path from 'node:path';
import { URI } from 'vscode-uri';
import type { ListFolder } from '../../vio/suite/suiteObstacle.ts';
import { Glob, type GlobStates, maxGlobLength } from '../../workspace/project/glob.ts';
import { type IoGuard, NoAnswerError } from './ioGuard.ts';
import { isBelow } from './readRegularFile.ts';

export interface WalkBounds {
  /** The largest number of files in the list. */
  readonly files: number;
  /** The largest number of files and folders to look at. */
  readonly entries: number;
  /** The time limit, in ms. */
  readonly time: number;
  /** The real path of the folder that must contain all files found. */
  readonly root: string | undefined;
}

export interface FoundPaths {
  readonly paths: readonly string[];
  readonly truncated: boolean;
  /** Why the search is incomplete, as a sentence without its full stop. */
  readonly incomplete?: string;
}

/**
 * Finds the files below a folder that match a pattern. It enters only folders where the pattern can match, and respects
 * its limits. It follows links that stay below the root. It lists each folder once, under whichever path it was
 * reached, so cycles end.
 */
export async function listFiles(
  folder: string,
  pattern: string,
  bounds: WalkBounds,
  guard: IoGuard,
): Promise<FoundPaths> {
  if (pattern.length > maxGlobLength) {
    return nothing(`the pattern has more than ${maxGlobLength} characters`);
  }
  try {
    const start = await guard.run(folder, () => realpath(folder));
    const root = bounds.root && (await guard.run(bounds.root, () => realpath(bounds.root!)));
    if (root !== undefined && start !== root && !isBelow(start, root)) return nothing(leadsOut(root));
    return await new Walk(
      new Glob(pattern, { ignoresCase: process.platform === 'win32' }),
      bounds,
      root,
      guard,
    ).from(folder, start);
  } catch (error) {
    if (error instanceof NoAnswerError) return nothing(`${folder}: ${error.message}`);
    // A folder that is missing or can't be read has no files.
    return { paths: [], truncated: false };
  }
}

/** Why a pattern that leads out of its root is not followed. */
export function leadsOut(root: string): string {
  return `a pattern finds files below ${root} only, and this one leads out of it. Link the file by its path, without wildcards`;
}

function nothing(incomplete: string): FoundPaths {
  return { paths: [], truncated: false, incomplete };
}

interface Folder {
  /** The path by which it was reached. */
  readonly path: string;
  readonly real: string;
  readonly ways: GlobStates;
}

const skipped = new Set(['node_modules', '.git']);

class Walk {
  readonly #glob: Glob;
  readonly #bounds: WalkBounds;
  readonly #root: string | undefined;
  readonly #guard: IoGuard;
  readonly #end: number;
  readonly #found: string[] = [];
  readonly #seen = new Set<string>();
  /** Links are visited last, so that a folder is listed by its own path if it has one. */
  readonly #linked: Folder[] = [];
  readonly #outside: string[] = [];
  #entries = 0;
  #incomplete: string | undefined;

  constructor(glob: Glob, bounds: WalkBounds, root: string | undefined, guard: IoGuard) {
    this.#glob = glob;
    this.#bounds = bounds;
    this.#root = root;
    this.#guard = guard;
    this.#end = performance.now() + bounds.time;
  }

  async from(folder: string, real: string): Promise<FoundPaths> {
    const open: Folder[] = [{ path: folder, real, ways: this.#glob.start }];
    for (let next = open.pop(); next && !this.#isOver(); next = open.pop() ?? this.#linked.shift()) {
      const key = `${next.ways.join()} ${next.real}`;
      if (this.#seen.has(key)) continue;
      this.#seen.add(key);
      open.push(...(await this.#visit(next)));
    }
    const paths = this.#found.sort(byCodeUnits);
    const truncated = paths.length > this.#bounds.files;
    const [first] = this.#outside;
    const outside =
      first === undefined
        ? undefined
        : `${first} is a link that leads out of ${this.#root}, and patterns do not lead there. Link the file by its path, without wildcards`;
    const incomplete = this.#incomplete ?? outside;
    return {
      paths: paths.slice(0, this.#bounds.files),
      truncated,
      ...(incomplete !== undefined && { incomplete }),
    };
  }

  /** Records the matching files of a folder. Returns the subfolders that may contain more. */
  async #visit({ path: folder, real, ways }: Folder): Promise<readonly Folder[]> {
    const folders: Folder[] = [];
    for (const entry of await this.#entriesOf(real)) {
      if (this.#isOver()) break;
      this.#entries++;
      const after = this.#glob.after(ways, entry.name);
      if (after.length === 0) continue;
      const named = path.join(folder, entry.name);
      if (entry.isFile()) {
        if (this.#glob.isEnd(after)) this.#found.push(named);
      } else if (entry.isDirectory()) {
        const inside = this.#inside(entry.name, after);
        if (inside) folders.push({ path: named, real: path.join(real, entry.name), ways: inside });
      } else if (entry.isSymbolicLink()) {
        await this.#visitLink(entry.name, named, path.join(real, entry.name), after);
      }
    }
    return folders;
  }

  async #visitLink(name: string, link: string, at: string, after: GlobStates): Promise<void> {
    try {
      const real = await this.#guard.run(at, () => realpath(at));
      const inside = this.#inside(name, after);
      const isEnd = this.#glob.isEnd(after);
      if (this.#root !== undefined && real !== this.#root && !isBelow(real, this.#root)) {
        if (isEnd || inside) this.#outside.push(link);
        return;
      }
      const found = await this.#guard.run(real, () => stat(real));
      if (found.isFile() && isEnd) this.#found.push(link);
      else if (found.isDirectory() && inside) this.#linked.push({ path: link, real, ways: inside });
    } catch (error) {
      // A broken link is not a file.
      if (error instanceof NoAnswerError) this.#incomplete ??= `${link}: ${error.message}`;
    }
  }

  /** The glob states inside a folder; undefined when nothing in it can match or it is not searched. */
  #inside(name: string, after: GlobStates): GlobStates | undefined {
    if (skipped.has(name)) return undefined;
    const inside = this.#glob.after(after, '/');
    return inside.length > 0 ? inside : undefined;
  }

  async #entriesOf(real: string): Promise<readonly Dirent[]> {
    try {
      return await this.#guard.run(path.join(real, '.'), () => readdir(real, { withFileTypes: true }));
    } catch (error) {
      if (error instanceof NoAnswerError) this.#incomplete ??= `${real}: ${error.message}`;
      // A folder that can't be read counts as empty.
      return [];
    }
  }

  #isOver(): boolean {
    const { entries, time } = this.#bounds;
    if (this.#entries >= entries) {
      this.#incomplete ??= `looking for files ended after ${entries.toLocaleString('en')} files and folders. Use a narrower pattern`;
      return true;
    }
    if (performance.now() > this.#end) {
      this.#incomplete ??= `looking for files ended after ${time / 1000} s. Use a narrower pattern`;
      return true;
    }
    return false;
  }
}

function byCodeUnits(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** Lists folders of this machine. Rejects when a folder can't be read. */
export const listFolder: ListFolder = async (folderUri) => {
  try {
    return readdirSync(URI.parse(folderUri).fsPath).sort((a, b) => (a < b ? -1 : 1));
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') return 'missing';
    if (code === 'ENOTDIR') return 'noFolder';
    throw error;
  }
};
