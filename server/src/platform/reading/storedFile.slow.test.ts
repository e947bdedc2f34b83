import { mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Documents } from '../../service/ide/documents.ts';
import { isReadable } from '../../workspace/project/documentStore.ts';
import { createFileSystem } from './fileSystem.ts';

const line = 'ex:é ex:p "ü" . # ß\r\n';
const text = `@prefix ex: <http://example.org/> .\n${line.repeat(150_000)}ex:a ex:p .\n`;

let folder: string;

beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'shacl-repair-stored-'));
});

afterAll(() => rmSync(folder, { recursive: true }));

/** Writes a file and reads it. */
async function read(name: string, content: string | Buffer, onRead?: (bytes: number, size: number) => void) {
  const file = path.join(folder, name);
  writeFileSync(file, content);
  const fileSystem = createFileSystem({ maxFileSize: 2 ** 30, largeFrom: 1000, timeout: 10_000 });
  const documents = new Documents(fileSystem, undefined, (_, bytes, size) => onRead?.(bytes, size));
  return { file, document: await documents.document(pathToFileURL(file).toString()) };
}

test('a large file is read in parts, and its text again where it is needed', async () => {
  const told: number[] = [];
  const { document } = await read('data.ttl', text, (bytes, size) => told.push(bytes / size));
  if (!isReadable(document)) throw new Error(document.detail);
  expect(document.statementCount).toBe(150_002);
  expect(document.errors).toHaveLength(1);
  expect(document.lines.positionAt(document.errors[0]!.range.start)).toEqual({
    line: 150_001,
    character: 10,
  });
  expect(document.text === text).toBe(true);
  expect(told.length).toBeGreaterThan(3);
  expect(told.at(-1)).toBe(1);
});

test('a byte order mark is no part of the text', async () => {
  const { document } = await read('marked.ttl', `\ufeff${text}`);
  expect(isReadable(document) && document.text === text).toBe(true);
});

test('a file may have more than 2 GB where the limit allows it, and only as a text that stays on disk', async () => {
  const file = path.join(folder, 'long.nt');
  writeFileSync(file, '');
  // No disk has to hold it.
  truncateSync(file, 3 * 2 ** 30);
  const uri = pathToFileURL(file).toString();
  const readWith = (maxFileSize: number) =>
    createFileSystem({ maxFileSize, largeFrom: 1000, timeout: 10_000 });
  expect(await readWith(2 ** 40).open!(uri)).toMatchObject({ kind: 'stored', stored: { size: 3 * 2 ** 30 } });
  expect(await readWith(2 ** 31).open!(uri)).toMatchObject({
    detail: 'it has 3072 MB; files of up to 2048 MB are read',
  });
  expect(await readWith(2 ** 40).read(uri)).toMatchObject({
    detail: 'it has 3072 MB, and a text can hold 512 MB at most: split the file',
  });
});

test('the text of a file that was changed since is not shown', async () => {
  const { file, document } = await read('changed.ttl', text);
  truncateSync(file, 5000);
  expect(() => isReadable(document) && document.text).toThrow('was changed while it was being worked on');
});

test.each([
  ['latin1.ttl', Buffer.from(text, 'latin1'), 'it is not UTF-8'],
  ['continued.ttl', Buffer.alloc(200_000, 0x80), 'it is not UTF-8'],
  ['cut.ttl', Buffer.from(`${text}# ü`).subarray(0, -1), 'it is not UTF-8'],
  ['wide.ttl', Buffer.from(`\ufeff${text}`, 'utf16le'), 'it is UTF-16, not UTF-8'],
  ['unmarked.ttl', Buffer.from(text, 'utf16le'), 'it is binary, or UTF-16'],
])('%s is no text', async (name, content, detail) => {
  const { document } = await read(name, content);
  expect(document).toEqual({ kind: 'unreadable', reason: 'binary', detail });
});
