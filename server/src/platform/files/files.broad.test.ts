import {
  existsSync,
  linkSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { hostname, tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { appendLines } from './appendLines.ts';
import { explanation } from './fileProblem.ts';
import { isPlainName, lockFolder, plainSteps } from './lockFolder.ts';
import { namedFolder, requireInside, resolveNamed } from './named.ts';
import { readTextBelow } from './readBelow.ts';
import { replaceFile, replaceFileSync } from './replaceFile.ts';
import { removeTree, StagedFolder } from './stagedFolder.ts';
import { sweepTemporary, temporaryName } from './temporary.ts';
import { replaceNamed } from './writeNamed.ts';

let base: string;
/** A path in the folder that a person named. */
let inside: (name: string) => string;
/** A path in a folder beside it. */
let outside: (name: string) => string;
let notes: string[];
const tell = (note: string) => notes.push(note);

beforeEach(() => {
  base = realpathSync(mkdtempSync(path.join(tmpdir(), 'shacl-repair-files-')));
  inside = (name) => path.join(base, 'inside', name);
  outside = (name) => path.join(base, 'outside', name);
  mkdirSync(inside(''));
  mkdirSync(outside(''));
  writeFileSync(outside('secret'), 'secret');
  notes = [];
});
afterEach(() => rmSync(base, { recursive: true }));

test('names that lead elsewhere, mean something to a shell, or hide what they are, are none', () => {
  expect(['a', 'case-0001.ttl', '.lock', 'A_b'].filter(isPlainName)).toHaveLength(4);
  const odd = ['', '.', '..', 'a/b', 'a\\b', '$(touch x)', 'a b', 'a:b', 'ä', 'a\n', '-\u202e', 'a\0'];
  expect(odd.filter(isPlainName)).toEqual([]);
  expect(plainSteps('tests/case-1.ttl')).toEqual(['tests', 'case-1.ttl']);
  expect(() => plainSteps('../x')).toThrow('"../x" can\'t be the name of a file');
});

test('a path that a person named is resolved once, up to what is missing', () => {
  symlinkSync('../outside', inside('link'));
  symlinkSync('nothing', inside('dangling'));
  symlinkSync('loop', inside('loop'));
  expect(resolveNamed(inside('link/new/file'), 'written')).toBe(outside('new/file'));
  expect(namedFolder(inside('link/a/b'))).toBe(outside('a/b'));
  expect(lstatSync(outside('a/b')).isDirectory()).toBe(true);
  expect(() => resolveNamed(inside('dangling'), 'written')).toThrow(
    `${inside('dangling')} can't be written: it is a link that leads to nothing`,
  );
  expect(() => resolveNamed(inside('loop'), 'written')).toThrow(
    `${inside('loop')} can't be written: it is a link, or leads through links that never end (ELOOP)`,
  );
  expect(() => namedFolder(outside('secret'))).toThrow(
    'it is a file, or its path leads through one (ENOTDIR)',
  );
});

test('in the workspace, a folder really is there; elsewhere it is no link itself', () => {
  symlinkSync('../outside', inside('link'));
  symlinkSync('inside', path.join(base, 'workspace'));
  const workspace = [path.join(base, 'workspace')];
  requireInside(path.join(base, 'workspace/run'), workspace, 'written');
  requireInside(outside('run'), workspace, 'written');
  expect(() => requireInside(path.join(base, 'workspace/link'), workspace, 'written')).toThrow(
    `workspace/link can't be written: it leads to ${outside('').replace(/\/$/, '')}, outside the workspace.`,
  );
  expect(() => requireInside(path.join(base, 'workspace/link/run'), workspace, 'written')).toThrow(
    'outside the workspace',
  );
  expect(() => requireInside(inside('link'), [], 'written')).toThrow('elsewhere');
});

test.each(['replace', 'append', 'read', 'lock'] as const)('%s: no link is followed', async (how) => {
  const file = inside('file');
  const use = {
    replace: async () => replaceFile(file, ['x'], tell),
    append: async () => appendLines(file, { halfLine: 'cut', tell }).add('x'),
    read: async () => readTextBelow(file),
    lock: async () => lockFolder(base, file),
  }[how];
  for (const target of ['secret', 'missing', '']) {
    rmSync(file, { force: true });
    symlinkSync(outside(target), file);
    await expect(use()).rejects.toThrow(`${file} can't be `);
    await expect(use()).rejects.toThrow('it is a link, and links are not followed here');
  }
  expect(readdirSync(outside(''))).toEqual(['secret']);
  expect(readFileSync(outside('secret'), 'utf8')).toBe('secret');
  expect(readdirSync(inside(''))).toEqual(['file']);
});

test('a file is replaced as a whole, with its mode; the other names of it keep what was there', () => {
  const file = inside('file');
  writeFileSync(file, 'old', { mode: 0o600 });
  linkSync(file, outside('other'));
  replaceFileSync(file, ['new', ' text'], tell);
  expect([readFileSync(file, 'utf8'), readFileSync(outside('other'), 'utf8')]).toEqual(['new text', 'old']);
  expect(lstatSync(file).mode & 0o777).toBe(process.platform === 'win32' ? 0o666 : 0o600);
  expect(notes).toEqual([
    `${file} went by several names (hard links). It was replaced; the other names keep what was there before.`,
  ]);
  const fails = function* () {
    yield 'half';
    throw new Error('no more');
  };
  expect(() => replaceFileSync(file, fails(), tell)).toThrow('no more');
  expect([readFileSync(file, 'utf8'), readdirSync(inside(''))]).toEqual(['new text', ['file']]);
});

test('lines are added to a copy of a file with other names', () => {
  const file = inside('lines');
  writeFileSync(file, 'first\nhal');
  linkSync(file, outside('other'));
  const lines = appendLines(file, { halfLine: 'cut', tell });
  lines.add('second');
  lines.close();
  expect([readFileSync(file, 'utf8'), readFileSync(outside('other'), 'utf8')]).toEqual([
    'first\nsecond\n',
    'first\nhal',
  ]);
  expect(notes).toHaveLength(1);
});

test.skipIf(!existsSync('/dev/full'))(
  'a device that a person named is written, and says that it is full',
  () => {
    symlinkSync('/dev/full', inside('full'));
    expect(() => replaceNamed(inside('full'), () => 'text', tell)).toThrow(
      "/dev/full can't be written: the disk is full (ENOSPC). Free some space and try again, or give another place.",
    );
    symlinkSync('/dev/null', inside('null'));
    replaceNamed(inside('null'), () => 'text', tell);
    expect(lstatSync('/dev/null').isCharacterDevice()).toBe(true);
  },
);

test('what is removed is the links, not what they lead to', () => {
  mkdirSync(inside('a/b'), { recursive: true });
  symlinkSync(outside(''), inside('a/b/link'));
  symlinkSync(outside('secret'), inside('a/file'));
  removeTree(inside('a'));
  removeTree(inside('missing'));
  expect([readdirSync(inside('')), readdirSync(outside(''))]).toEqual([[], ['secret']]);
});

test('temporary files of processes that are no more go, those of others and links stay', () => {
  const mine = path.basename(temporaryName(inside('file')));
  const [, host] = /\.([0-9a-f]{8})-\d+-[0-9a-f]{8}\.tmp$/.exec(mine)!;
  const names = {
    dead: `.file.${host}-999999999-00000000.tmp`,
    reused: `.file.${host}-${process.pid}-00000000.tmp`,
    alive: `.file.${host}-${process.ppid}-00000000.tmp`,
    elsewhere: '.file.00000000-999999999-00000000.tmp',
    other: `.other.${host}-999999999-00000000.tmp`,
  };
  for (const name of [mine, ...Object.values(names)]) writeFileSync(inside(name), '');
  const link = `.file.${host}-999999999-11111111.tmp`;
  symlinkSync(outside('secret'), inside(link));
  sweepTemporary(inside(''), 'file');
  const left = [mine, names.alive, names.elsewhere, names.other, link];
  expect(readdirSync(inside('')).sort()).toEqual(left.sort());
  sweepTemporary(inside(''));
  expect(readdirSync(inside('')).sort()).toEqual(left.filter((name) => name !== names.other));
});

test('a lock is for one process of one machine; a stale one is exchanged, one of another machine stays', () => {
  const lock = inside('.lock');
  const unlock = lockFolder('FOLDER', lock);
  expect(JSON.parse(readFileSync(lock, 'utf8'))).toMatchObject({ host: hostname(), process: process.pid });
  expect(() => lockFolder('FOLDER', lock)).toThrow(
    `FOLDER is being written by process ${process.pid}. Wait for it`,
  );
  unlock();
  expect(existsSync(lock)).toBe(false);
  const owners = {
    alive: { host: hostname(), process: process.ppid, key: 'x' },
    elsewhere: { host: 'another.example', process: 999_999_999, key: 'x' },
  };
  for (const [name, owner] of Object.entries(owners)) {
    writeFileSync(lock, JSON.stringify(owner));
    const where = name === 'elsewhere' ? ' on another.example' : '';
    expect(() => lockFolder('FOLDER', lock)).toThrow(
      `is being written by process ${owner.process}${where}. `,
    );
    expect(JSON.parse(readFileSync(lock, 'utf8'))).toEqual(owner);
  }
  const stale = [
    JSON.stringify({ host: hostname(), process: 999_999_999, key: 'x' }),
    JSON.stringify({ host: hostname(), process: process.pid, key: 'of an earlier process' }),
    '999999999',
    '',
  ];
  for (const text of stale) {
    writeFileSync(lock, text);
    lockFolder('FOLDER', lock)();
    expect(readdirSync(inside(''))).toEqual([]);
  }
});

test('whose lock was taken over does not remove that of the new owner', () => {
  const lock = inside('.lock');
  const unlock = lockFolder('FOLDER', lock);
  const other = JSON.stringify({ host: 'another.example', process: 1, key: 'y' });
  writeFileSync(lock, other);
  unlock();
  expect(readFileSync(lock, 'utf8')).toBe(other);
});

test('a folder appears as a whole, and says what is in the way', async () => {
  const staged = new StagedFolder(inside('suite'), tell);
  staged.write('suite.json', '{');
  staged.write('tests/one.ttl', 'one');
  staged.write('suite.json', '}');
  expect(() => staged.write('../../x', '')).toThrow("can't be the name of a file");
  expect(() => new StagedFolder(inside('suite'), tell)).toThrow('is being written by process');
  await staged.publish();
  expect(readFileSync(inside('suite/suite.json'), 'utf8')).toBe('{}');
  expect(readdirSync(inside(''))).toEqual(['suite']);
  symlinkSync(outside('secret'), inside('suite/graph.ttl'));
  expect(() => new StagedFolder(inside('suite'), tell)).toThrow(
    `${inside('suite/graph.ttl')} can't be written: it is a link`,
  );
  expect(readdirSync(inside(''))).toEqual(['suite']);
});

test('each cause has a remedy', () => {
  expect(explanation('EROFS', '')).toBe('the disk is read-only (EROFS). Give another place.');
  expect(explanation('EODD', 'Error: odd')).toBe('Error: odd. Give another place.');
});
