import {
  mkdirSync,
  mkdtempSync,
  realpathSync,
  renameSync,
  rmSync,
  symlinkSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import type { WatchedPaths } from './diskSnapshot.ts';
import { DiskWatcher, type DiskWatcherOptions } from './diskWatcher.ts';

let base: string;
let watcher: DiskWatcher | undefined;
/** What was reported: names, and `±` behind them when files came or went. */
let reports: string[];
let messages: string[];

beforeEach(() => {
  base = realpathSync(mkdtempSync(path.join(tmpdir(), 'shacl-repair-watch-')));
  reports = [];
  messages = [];
});
afterEach(() => {
  watcher?.dispose();
  rmSync(base, { recursive: true });
});

test('a file that is written, replaced by a rename, deleted, and there again', async () => {
  write('a.ttl', '1');
  await start({ files: ['a.ttl'] });
  write('a.ttl', '2');
  await reported('a.ttl');
  write('a.ttl~', '3');
  rename('a.ttl~', 'a.ttl');
  await reported('a.ttl');
  remove('a.ttl');
  await reported('a.ttl ±');
  write('a.ttl', '3');
  await reported('a.ttl ±');
  // As editors do that keep the old file.
  rename('a.ttl', 'a.ttl~');
  write('a.ttl', '4');
  await reported('a.ttl');
  write('a.ttl', '5');
  await reported('a.ttl');
});

test('files beside those that are watched are not reported', async () => {
  write('a.ttl', '1');
  await start({ files: ['a.ttl'] });
  write('b.ttl', '1');
  mkdir('c');
  await quiet();
});

test('a file in a folder that is missing, comes, goes, and is another one', async () => {
  await start({ files: ['x/y/a.ttl'] });
  mkdir('x');
  mkdir('x/y');
  write('x/y/a.ttl', '1');
  await reported('x/y/a.ttl ±');
  rmSync(at('x'), { recursive: true });
  await reported('x/y/a.ttl ±');
  mkdir('z/y');
  write('z/y/a.ttl', '2');
  rename('z', 'x');
  await reported('x/y/a.ttl ±');
  mkdir('z/y');
  write('z/y/a.ttl', '3');
  rename('x/y', 'old');
  rename('z/y', 'x/y');
  await reported('x/y/a.ttl');
  write('x/y/a.ttl', '4');
  await reported('x/y/a.ttl');
});

test('a link, and the file that it leads to', async () => {
  mkdir('real');
  write('real/a.ttl', '1');
  symlinkSync(at('real/a.ttl'), at('a.ttl'));
  await start({ files: ['a.ttl'] });
  write('real/a.ttl', '2');
  await reported('a.ttl');
});

test('files that match a search come and go, in new folders as well', async () => {
  mkdir('shapes');
  write('shapes/a.ttl', '1');
  await start({ searches: ['shapes/**/*.ttl'] });
  write('shapes/b.ttl', '1');
  await reported('shapes/b.ttl ±');
  mkdir('shapes/x/y');
  await quiet();
  write('shapes/x/y/c.ttl', '1');
  await reported('shapes/x/y/c.ttl ±');
  write('shapes/x/notes.txt', '1');
  mkdir('shapes/node_modules');
  write('shapes/node_modules/d.ttl', '1');
  await quiet();
  remove('shapes/b.ttl');
  await reported('shapes/b.ttl ±');
});

test('a link on the way of a search that leads elsewhere', async () => {
  mkdir('one');
  mkdir('other');
  symlinkSync('one', at('link'));
  await start({ searches: ['link/*.ttl'] });
  symlinkSync('other', at('new'));
  rename('new', 'link');
  await reported('link ±');
});

test('a folder to search that is missing at first', async () => {
  await start({ searches: ['shapes/*.ttl'] });
  mkdir('shapes');
  write('shapes/a.ttl', '1');
  await reported('shapes/a.ttl ±');
});

test('what has changed while nobody watched is reported later', async () => {
  write('a.ttl', '1');
  write('b.ttl', '1');
  await start({ files: ['a.ttl'] });
  set({});
  await settled();
  expect(watcher!.folders).toEqual([]);
  write('a.ttl', '2');
  write('b.ttl', '2');
  await quiet();
  set({ files: ['a.ttl', 'b.ttl'] });
  await reported('a.ttl b.ttl');
});

test('the same where the clock was set back meanwhile', async () => {
  write('a.ttl', '1');
  write('b.ttl', '1');
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 3_600_000 });
  onTestFinished(() => void vi.useRealTimers());
  await start({ files: ['a.ttl'] });
  vi.useRealTimers();
  write('b.ttl', '2');
  await quiet();
  set({ files: ['a.ttl', 'b.ttl'] });
  await reported('b.ttl');
});

test('where the system can watch no more, the disk is looked at now and then, which is said once', async () => {
  mkdir('x');
  write('a.ttl', '1');
  write('x/b.ttl', '1');
  const full = () => {
    throw Object.assign(new Error('ENOSPC: no space left on device'), { code: 'ENOSPC' });
  };
  await start({ files: ['a.ttl', 'x/b.ttl'] }, { poll: 200, watchFolder: full });
  write('a.ttl', '2');
  await reported('a.ttl');
  write('x/b.ttl', '2');
  await reported('x/b.ttl');
  expect(messages).toEqual([
    expect.stringMatching(/^The system can't watch .* every 0.2 s\. Raise fs\.inotify/),
  ]);
});

test('nothing is reported after the end', async () => {
  write('a.ttl', '1');
  await start({ files: ['a.ttl'] });
  watcher!.dispose();
  write('a.ttl', '2');
  await quiet();
});

/** Watches files and searches given as paths in the folder of the test. */
async function start(wanted: Wanted, options: Partial<DiskWatcherOptions> = {}): Promise<void> {
  // What was written just before counts as new.
  await pause(50);
  watcher = new DiskWatcher(
    {
      changed: (paths, addedOrRemoved) =>
        reports.push([...paths.map(nameOf).sort(), ...(addedOrRemoved ? ['±'] : [])].join(' ')),
      limited: (message) => messages.push(message),
    },
    options,
  );
  set(wanted);
  await settled();
  expect(reports).toEqual([]);
}

interface Wanted {
  readonly files?: readonly string[];
  readonly searches?: readonly string[];
}

function set({ files = [], searches = [] }: Wanted): void {
  const wanted: WatchedPaths = {
    files: files.map(at),
    searches: searches.map((search) => {
      const [folder, ...glob] = search.split('/');
      return { folder: at(folder!), glob: glob.join('/') };
    }),
  };
  watcher!.set(wanted);
}

/** Waits for one report, and that it is the only one. */
async function reported(what: string): Promise<void> {
  for (let waited = 0; reports.length === 0 && waited < 5000; waited += 20) await pause(20);
  await settled();
  expect(reports.splice(0)).toEqual([what]);
}

async function quiet(): Promise<void> {
  await settled();
  expect(reports).toEqual([]);
}

/** Longer than it takes to look at the disk again after an event. */
const settled = () => pause(400);

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
const at = (name: string) => path.join(base, name);
const nameOf = (file: string) => path.relative(base, file);
const write = (name: string, text: string) => writeFileSync(at(name), text);
const rename = (from: string, to: string) => renameSync(at(from), at(to));
const remove = (name: string) => unlinkSync(at(name));
const mkdir = (name: string) => mkdirSync(at(name), { recursive: true });
