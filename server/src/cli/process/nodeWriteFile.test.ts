import {
  chmodSync,
  lstatSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { nodeWriteFile } from './nodeReportFile.ts';

let folder: string;
let file: string;
const notes: string[] = [];
const writeFile = nodeWriteFile((note) => notes.push(note));
const write = (name: string, before: string, after: string) =>
  writeFile(pathToFileURL(path.join(folder, name)).href, before, after);

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'shacl-repair-write-'));
  file = path.join(folder, 'a.ttl');
  writeFileSync(file, 'old');
});
afterEach(() => rmSync(folder, { recursive: true }));

test('replaces the text and leaves nothing else behind', async () => {
  await write('a.ttl', 'old', 'new');
  expect(readFileSync(file, 'utf8')).toBe('new');
  expect(readdirSync(folder)).toEqual(['a.ttl']);
});

test('keeps the mode', async () => {
  chmodSync(file, 0o640);
  await write('a.ttl', 'old', 'new');
  expect(statSync(file).mode & 0o777).toBe(process.platform === 'win32' ? 0o666 : 0o640);
});

test('keeps a byte order mark', async () => {
  writeFileSync(file, '\ufeffold');
  await write('a.ttl', 'old', 'new');
  expect(readFileSync(file, 'utf8')).toBe('\ufeffnew');
});

test('writes where a symbolic link leads', async () => {
  symlinkSync('a.ttl', path.join(folder, 'link.ttl'));
  await write('link.ttl', 'old', 'new');
  expect(lstatSync(path.join(folder, 'link.ttl')).isSymbolicLink()).toBe(true);
  expect(readFileSync(file, 'utf8')).toBe('new');
});

test('leaves a file alone that has changed meanwhile', async () => {
  await expect(write('a.ttl', 'older', 'new')).rejects.toThrow('has changed since it was read');
  expect(readFileSync(file, 'utf8')).toBe('old');
});

test('says when there is no such file any more', async () => {
  rmSync(file);
  await expect(write('a.ttl', 'old', 'new')).rejects.toThrow(
    `${file} can't be written: there is no such file or folder (ENOENT)`,
  );
  writeFileSync(file, '');
});

// Root may write anything.
test.skipIf(process.getuid?.() === 0)('respects that a file must not be written', async () => {
  chmodSync(file, 0o444);
  await expect(write('a.ttl', 'old', 'new')).rejects.toThrow(
    `${file} can't be written: you have no permission (EACCES)`,
  );
  expect(readFileSync(file, 'utf8')).toBe('old');
});
