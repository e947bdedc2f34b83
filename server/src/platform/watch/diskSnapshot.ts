import type { BigIntStats } from 'node:fs';
import { readdir, realpath, stat } from 'node:fs/promises';
import path from 'node:path';
import { URI } from 'vscode-uri';
import type { FileSearch } from '../../workspace/project/fileSystem.ts';
import { Glob, type GlobStates } from '../../workspace/project/glob.ts';
import { searchFrom } from '../../workspace/project/uris.ts';
import type { IoGuard } from '../reading/ioGuard.ts';

/** What to watch: files, which may be missing, and which files match a glob below a folder. */
export interface WatchedPaths {
  readonly files: readonly string[];
  readonly searches: readonly PathSearch[];
}

interface PathSearch {
  readonly folder: string;
  /** Relative to the folder. */
  readonly glob: string;
}

/** The state of what is watched at a point in time. */
export interface DiskSnapshot {
  /** By path; undefined for a file that is missing. */
  readonly files: ReadonlyMap<string, FileState | undefined>;
  readonly searches: ReadonlyMap<PathSearch, SearchSnapshot>;
  /** The folders in which something may change. For a missing folder, the nearest existing folder above it. */
  readonly folders: ReadonlyMap<string, FolderState>;
}

export interface FileState {
  /** Differs when the file is written, replaced, or gets other permissions. */
  readonly signature: string;
  /** When that happened last, in ms. */
  readonly changed: number;
}

export interface SearchSnapshot {
  /**
   * Files, and links on the way to others with their targets. Links are not followed, except for the folder of the search.
   */
  readonly found: ReadonlyMap<string, string>;
  /** When a file was last created in or deleted from one of the folders, in ms. */
  readonly changed: number;
}

export interface FolderState {
  /** Identifies the folder: another folder in its place has a different one. */
  readonly identity: string;
  /** The names whose changes matter. */
  readonly names: ReadonlySet<string>;
  /** True when the creation or deletion of any name matters. */
  readonly isSearched: boolean;
  readonly changed: number;
}

/** A search through more folders notices changes only in the first of them. */
const maxSearchedFolders = 2000;

const skipped = new Set(['node_modules', '.git']);

/** Examines files and folders without opening files. What does not respond or can't be read counts as missing. */
export async function diskSnapshot(wanted: WatchedPaths, guard: IoGuard): Promise<DiskSnapshot> {
  const look = new Look(guard);
  const files = new Map<string, FileState | undefined>();
  for (const file of wanted.files) files.set(file, await look.file(file));
  const searches = new Map<PathSearch, SearchSnapshot>();
  for (const search of wanted.searches) searches.set(search, await look.search(search));
  return { files, searches, folders: look.folders };
}

interface SeenFolder extends FolderState {
  readonly names: Set<string>;
  isSearched: boolean;
}

class Look {
  readonly folders = new Map<string, SeenFolder>();
  readonly #guard: IoGuard;

  constructor(guard: IoGuard) {
    this.#guard = guard;
  }

  async file(file: string): Promise<FileState | undefined> {
    await this.#mind(file);
    const stats = await this.#stat(file);
    if (!stats) return undefined;
    // The target of a link changes in another folder.
    const real = await this.#guard.run(file, () => realpath(file)).catch(() => file);
    if (real !== file) await this.#mind(real);
    const { dev, ino, size, mtimeNs, ctimeNs } = stats;
    return { signature: [dev, ino, size, mtimeNs, ctimeNs].join(' '), changed: changeTime(stats) };
  }

  async search({ folder, glob }: PathSearch): Promise<SearchSnapshot> {
    const compiled = new Glob(glob);
    const found = new Map<string, string>();
    let changed = 0;
    // The folder may itself be a link, which may be replaced.
    await this.#mind(folder);
    const real = await this.#target(folder);
    if (real !== folder && real !== '') found.set(folder, real);
    const open: { readonly folder: string; readonly ways: GlobStates }[] = [{ folder, ways: compiled.start }];
    for (let next = open.shift(), visited = 0; next && visited < maxSearchedFolders; next = open.shift()) {
      visited++;
      const seen = await this.#folder(next.folder);
      if (!seen) {
        await this.#mind(next.folder);
        continue;
      }
      seen.isSearched = true;
      changed = Math.max(changed, seen.changed);
      for (const entry of await this.#entries(next.folder)) {
        const after = compiled.after(next.ways, entry.name);
        if (after.length === 0) continue;
        const named = path.join(next.folder, entry.name);
        if (!entry.isDirectory()) {
          if (compiled.isEnd(after)) found.set(named, '');
          else if (entry.isSymbolicLink()) found.set(named, await this.#target(named));
          continue;
        }
        const inside = skipped.has(entry.name) ? [] : compiled.after(after, '/');
        if (inside.length > 0) open.push({ folder: named, ways: inside });
      }
    }
    return { found, changed };
  }

  /** Makes changes of a name matter, and of the names of the folders above it that are missing or may be replaced. */
  async #mind(file: string): Promise<void> {
    for (let at = file, parent = path.dirname(at); parent !== at; at = parent, parent = path.dirname(at)) {
      const folder = await this.#folder(parent);
      folder?.names.add(path.basename(at));
      if (folder) return;
    }
  }

  async #folder(folder: string): Promise<SeenFolder | undefined> {
    const known = this.folders.get(folder);
    if (known) return known;
    const stats = await this.#stat(folder);
    if (!stats?.isDirectory()) return undefined;
    const names = new Set<string>();
    const seen: SeenFolder = {
      identity: `${stats.dev} ${stats.ino}`,
      names,
      isSearched: false,
      changed: changeTime(stats),
    };
    // Systems report the move or deletion of a folder itself under its own name.
    names.add(path.basename(folder));
    this.folders.get(path.dirname(folder))?.names.add(path.basename(folder));
    this.folders.set(folder, seen);
    return seen;
  }

  async #stat(file: string): Promise<BigIntStats | undefined> {
    try {
      return await this.#guard.run(file, () => stat(file, { bigint: true }));
    } catch {
      // It is missing or can't be read.
      return undefined;
    }
  }

  async #target(link: string): Promise<string> {
    try {
      return await this.#guard.run(link, () => realpath(link));
    } catch {
      // It leads nowhere.
      return '';
    }
  }

  async #entries(folder: string) {
    try {
      return await this.#guard.run(path.join(folder, '.'), () => readdir(folder, { withFileTypes: true }));
    } catch {
      // A folder that can't be read counts as empty.
      return [];
    }
  }
}

/** A file that is moved to a place keeps the time of its contents. */
function changeTime({ mtimeMs, ctimeMs }: BigIntStats): number {
  return Number(mtimeMs > ctimeMs ? mtimeMs : ctimeMs);
}

/** Searches by uri as searches on disk. */
export function pathSearches(searches: readonly FileSearch[]): readonly PathSearch[] {
  const byKey = new Map(searches.map((search) => [`${search.folderUri} ${search.glob}`, search]));
  return [...byKey.values()].flatMap(({ folderUri, glob }) => {
    const { start, rest } = searchFrom(folderUri, glob);
    const { scheme, fsPath } = URI.parse(start);
    return scheme === 'file' ? [{ folder: fsPath, glob: rest }] : [];
  });
}
