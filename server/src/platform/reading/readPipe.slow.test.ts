import { execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readPipe } from './readPipe.ts';

const limits = { timeout: 1000, inMemory: 1024, maxSize: 1024 * 1024 };
let folder: string;

beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'shacl-repair-pipes-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

test('a pipe is read until its writer closes it, also when that takes its time', async () => {
  const pipe = made('slow');
  spawn('sh', ['-c', `sleep 0.3; exec > ${pipe}; echo one; sleep 0.5; echo two; sleep 0.7; echo three`]);
  expect(Buffer.from((await readPipe(pipe, limits)) as Uint8Array).toString()).toBe('one\ntwo\nthree\n');
});

test('a pipe that is silent for too long is given up on', async () => {
  await expect(readPipe(made('silent'), limits)).rejects.toThrow('it gives nothing for 1 s');
});

test('a pipe that does not end is given up on', async () => {
  const pipe = made('endless');
  const writer = spawn('sh', ['-c', `exec yes > ${pipe}`]);
  await expect(readPipe(pipe, limits)).rejects.toThrow('it gives more than 1 MB');
  writer.kill();
});

function made(name: string): string {
  const pipe = path.join(folder, name);
  execFileSync('mkfifo', [pipe]);
  return pipe;
}
