import { type FSWatcher, type WatchEventType, watch } from 'node:fs';
import { IoGuard, patience } from '../reading/ioGuard.ts';
import {
  type DiskSnapshot,
  diskSnapshot,
  type FolderState,
  type SearchSnapshot,
  type WatchedPaths,
} from './diskSnapshot.ts';

export interface DiskListener {
  /**
   * Files were written, created or deleted.
   *
   * @param addedOrRemoved true when files are there that were not there before, or the other way round.
   */
  changed(paths: readonly string[], addedOrRemoved: boolean): void;
  /** The system can't watch something, so that its changes are noticed later. Reported once. */
  limited(message: string): void;
}

export interface DiskWatcherOptions {
  /** How long to wait for more events after the first one, in ms. */
  readonly debounce: number;
  /** The interval of polling where the system can't watch, in ms. */
  readonly poll: number;
  /** Reports events in a folder until it is closed. Throws when the system can't watch the folder. */
  readonly watchFolder: (folder: string, changed: FolderListener) => Pick<FSWatcher, 'close'>;
}

type FolderListener = (event: WatchEventType, name: string | undefined) => void;

/**
 * Reports changes of files on disk by other programs. The system watches folders rather than files, because most programs
 * write a new file and rename it. An event only causes a check of the disk; the difference from the previous check is
 * reported, whatever the system's events are like. Where the system can't watch a folder, the disk is polled.
 */
export class DiskWatcher {
  readonly #listener: DiskListener;
  readonly #options: DiskWatcherOptions;
  readonly #guard = new IoGuard(patience, 1);
  readonly #watchers = new Map<string, WatchedFolder>();
  readonly #start = { date: Date.now(), moment: performance.now() };
  /** The last known state of each file, including those that are no longer watched. */
  readonly #files = new Map<string, string | undefined>();
  /** Likewise what each search found. */
  readonly #searches = new Map<string, SearchSnapshot['found']>();
  #wanted: WatchedPaths = { files: [], searches: [] };
  #timer: NodeJS.Timeout | undefined;
  #polling: NodeJS.Timeout | undefined;
  #isLooking: boolean = false;
  #isStale: boolean = false;
  #isDisposed: boolean = false;
  #wasLimited: boolean = false;
  /** How long the last look took, in ms. */
  #lookTime = 0;

  constructor(listener: DiskListener, options: Partial<DiskWatcherOptions> = {}) {
    this.#listener = listener;
    this.#options = { debounce: 100, poll: 2000, watchFolder, ...options };
  }

  /** The folders that the system watches. */
  get folders(): readonly string[] {
    return [...this.#watchers.keys()];
  }

  /**
   * From now on, watches this and nothing else. A file that has changed since it was last watched, or since the start, is
   * reported, because its text may have been read earlier.
   */
  set(wanted: WatchedPaths): void {
    this.#wanted = wanted;
    this.#lookIn(0);
  }

  dispose(): void {
    this.#isDisposed = true;
    clearTimeout(this.#timer);
    clearTimeout(this.#polling);
    for (const { watcher } of this.#watchers.values()) watcher.close();
    this.#watchers.clear();
  }

  #lookIn(delay: number): void {
    if (this.#isDisposed) return;
    this.#isStale = true;
    if (this.#isLooking || (this.#timer !== undefined && delay > 0)) return;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.#look(), delay).unref();
  }

  async #look(): Promise<void> {
    this.#timer = undefined;
    this.#isLooking = true;
    this.#isStale = false;
    const start = performance.now();
    const snapshot = await diskSnapshot(this.#wanted, this.#guard);
    this.#lookTime = performance.now() - start;
    this.#isLooking = false;
    if (this.#isDisposed) return;
    const hasNew = this.#watch(snapshot.folders);
    this.#report(snapshot);
    // What is newly watched may have changed after it was examined.
    if (this.#isStale || hasNew) this.#lookIn(this.#delay());
  }

  /** Polling takes only a fraction of the time, however large the folders are. */
  #delay(): number {
    return Math.max(this.#options.debounce, 5 * this.#lookTime);
  }

  /** Watches these folders and no others. True when some of them are new. */
  #watch(folders: DiskSnapshot['folders']): boolean {
    for (const [folder, { state, watcher }] of this.#watchers) {
      if (folders.get(folder)?.identity === state.identity) continue;
      watcher.close();
      this.#watchers.delete(folder);
    }
    let hasNew = false;
    let isLimited = false;
    for (const [folder, state] of folders) {
      const known = this.#watchers.get(folder);
      if (known) {
        known.state = state;
        continue;
      }
      try {
        const watcher = this.#options.watchFolder(folder, (event, name) => this.#event(folder, event, name));
        this.#watchers.set(folder, { state, watcher });
        hasNew = true;
      } catch (error) {
        isLimited = true;
        this.#tellLimit(folder, error);
      }
    }
    clearTimeout(this.#polling);
    const pause = Math.max(this.#options.poll, 20 * this.#lookTime);
    this.#polling = isLimited ? setTimeout(() => this.#lookIn(0), pause).unref() : undefined;
    return hasNew;
  }

  #event(folder: string, event: WatchEventType, name: string | undefined): void {
    const state = this.#watchers.get(folder)?.state;
    if (!state) return;
    const matters = name === undefined || state.names.has(name) || (state.isSearched && event === 'rename');
    if (matters) this.#lookIn(this.#delay());
  }

  #tellLimit(folder: string, error: unknown): void {
    if (this.#wasLimited) return;
    this.#wasLimited = true;
    const { code, message } = error as NodeJS.ErrnoException;
    // On Linux, the watches of all programs of a user are counted.
    const remedy = code === 'ENOSPC' ? ' Raise fs.inotify.max_user_watches for faster updates.' : '';
    this.#listener.limited(
      `The system can't watch ${folder} (${message}), so changes on disk are looked for every ${this.#options.poll / 1000} s.${remedy}`,
    );
  }

  /**
   * The time of the start on the clock of file times. If the clock was set in the meantime, the earlier of both readings: a
   * needless report only causes a file to be read again.
   */
  get #started(): number {
    const { date, moment } = this.#start;
    return Math.min(date, Date.now() - (performance.now() - moment)) - clockTick;
  }

  #report({ files, searches }: DiskSnapshot): void {
    const started = this.#started;
    const changed = new Set<string>();
    let addedOrRemoved = false;
    for (const [file, state] of files) {
      const isKnown = this.#files.has(file);
      const before = this.#files.get(file);
      this.#files.set(file, state?.signature);
      if (isKnown ? before === state?.signature : (state?.changed ?? 0) < started) continue;
      changed.add(file);
      addedOrRemoved ||= isKnown && (before === undefined || state === undefined);
    }
    for (const [{ folder, glob }, { found, changed: time }] of searches) {
      const key = `${folder} ${glob}`;
      const before = this.#searches.get(key);
      this.#searches.set(key, found);
      const differing = before ? difference(before, found) : time < started ? [] : [folder];
      for (const file of differing) changed.add(file);
      addedOrRemoved ||= differing.length > 0;
    }
    if (changed.size > 0) this.#listener.changed([...changed], addedOrRemoved);
  }
}

interface WatchedFolder {
  state: FolderState;
  readonly watcher: Pick<FSWatcher, 'close'>;
}

/** Times of files are rounded down to the ticks of the system's clock, in ms. */
const clockTick = 20;

function difference(some: SearchSnapshot['found'], others: SearchSnapshot['found']): readonly string[] {
  const names = new Set([...some.keys(), ...others.keys()]);
  return [...names].filter((name) => some.get(name) !== others.get(name));
}

function watchFolder(folder: string, changed: FolderListener): FSWatcher {
  const watcher = watch(folder, { persistent: false }, (event, name) => changed(event, name ?? undefined));
  // The folder may no longer exist. The next check finds out, and closes the watcher.
  watcher.on('error', () => changed('rename', undefined));
  return watcher;
}
