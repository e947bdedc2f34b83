import { mkdirSync, mkdtempSync, rmSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { nodeFileSystem } from './fileSystem.ts';

let folder: string;

beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'shacl-repair-files-'));
  write('work/data.ttl', 'text');
  write('work/marked.ttl', '\ufefftext');
  write('work/deep/er/data.ttl', '');
  write('work/[odd] näme.ttl', '');
  write('work/notes.txt', '');
  write('work/node_modules/some/data.ttl', '');
  write('shapes/shapes.ttl', '');
  write('work/binary.bin', Buffer.from([1, 0, 2]));
  write('work/wide.bin', Buffer.from('\ufefftext', 'utf16le'));
  write('work/latin1.bin', Buffer.from('näme', 'latin1'));
  write('work/huge.bin', '');
  truncateSync(path.join(folder, 'work/huge.bin'), 65 * 1024 * 1024);
  symlinkSync(path.join(folder, 'shapes'), path.join(folder, 'work/link'));
});

afterAll(() => rmSync(folder, { recursive: true }));

test('a file is read as UTF-8, without its byte order mark', async () => {
  expect(await read('work/data.ttl')).toEqual({ kind: 'text', text: 'text' });
  expect(await read('work/marked.ttl')).toEqual({ kind: 'text', text: 'text' });
});

test.each([
  ['work/missing.ttl', 'missing', 'missing.ttl'],
  ['work/data.ttl/x', 'missing', 'data.ttl'],
  ['work/deep', 'directory', 'deep'],
  ['work/huge.bin', 'tooLarge', 'it has 65 MB; files of up to 64 MB are read'],
  ['work/binary.bin', 'binary', 'it holds NUL characters'],
  ['work/wide.bin', 'binary', 'it is UTF-16, Turtle is UTF-8'],
  ['work/latin1.bin', 'binary', 'it is not UTF-8'],
])('%s is unreadable: %s', async (name, reason, detail) => {
  const expected = { kind: 'unreadable', reason, detail: expect.stringContaining(detail) };
  expect(await read(name)).toEqual(expected);
});

test('files that are not on disk are said to be so', async () => {
  expect(await nodeFileSystem.read('vscode-vfs://github/a/b.ttl')).toMatchObject({
    reason: 'failed',
    detail: 'only files on disk are read, not vscode-vfs:',
  });
});

test.each([
  ['*.ttl', ['[odd] näme.ttl', 'data.ttl', 'marked.ttl']],
  ['**/*.ttl', ['[odd] näme.ttl', 'data.ttl', 'deep/er/data.ttl', 'marked.ttl']],
  ['{data,marked}.ttl', ['data.ttl', 'marked.ttl']],
  ['deep/??/*.ttl', ['deep/er/data.ttl']],
  ['deep', []],
  ['nowhere/*.ttl', []],
])('%s lists %j', async (glob, names) => {
  const { uris, truncated } = await nodeFileSystem.list(uri('work'), glob, 100);
  expect(uris.map((found) => decodeURIComponent(found.slice(uri('work').length + 1)))).toEqual(names);
  expect(truncated).toBe(false);
});

test('a glob can lead upwards', async () => {
  const { uris } = await nodeFileSystem.list(uri('work'), '../shapes/*.ttl', 100);
  expect(uris).toEqual([uri('shapes/shapes.ttl')]);
});

test('a list ends at its limit and says so', async () => {
  const { uris, truncated } = await nodeFileSystem.list(uri('work'), '**/*.ttl', 2);
  expect([uris.length, truncated]).toEqual([2, true]);
});

function read(name: string) {
  return nodeFileSystem.read(uri(name));
}

function uri(name: string): string {
  return pathToFileURL(path.join(folder, name)).toString();
}

function write(name: string, content: string | Buffer): void {
  mkdirSync(path.dirname(path.join(folder, name)), { recursive: true });
  writeFileSync(path.join(folder, name), content);
}
