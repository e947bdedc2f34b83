import { appendFile, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { RunFolder } from '../../lab/evaluation/run/runFolder.ts';
import { openRunFolder, readRunFolder } from './runFolderOnDisk.ts';

let folder = '';
beforeEach(async () => {
  folder = path.join(await mkdtemp(path.join(tmpdir(), 'run-')), 'out');
});
afterEach(() => rm(path.dirname(folder), { recursive: true }));

const notes: string[] = [];
const opened = () => openRunFolder(folder, (note) => notes.push(note));

async function linesOf(run: Pick<RunFolder, 'lines'>, name: string): Promise<readonly string[]> {
  const lines: string[] = [];
  for await (const line of run.lines(name)) lines.push(line);
  return lines;
}

test('lines are there at once, for everybody who reads', async () => {
  const run = await opened();
  await run.append('trials.jsonl', 'first');
  await run.append('trials.jsonl', 'zweite, größer');
  expect(await linesOf(readRunFolder(folder), 'trials.jsonl')).toEqual(['first', 'zweite, größer']);
  await run.close();
});

test('half a line that a killed process left is no line, and is cut off before the next one', async () => {
  const run = await opened();
  await run.append('trials.jsonl', 'whole');
  await run.close();
  const half = `{"half": "${'ö'.repeat(100_000)}`;
  await appendFile(path.join(folder, 'trials.jsonl'), half);
  expect(await linesOf(readRunFolder(folder), 'trials.jsonl')).toEqual(['whole']);
  const again = await opened();
  await again.append('trials.jsonl', 'next');
  await again.close();
  expect(await readFile(path.join(folder, 'trials.jsonl'), 'utf8')).toBe('whole\nnext\n');
});

test('a file is replaced as a whole or stays as it is', async () => {
  const run = await opened();
  await run.write('report.md', ['old']);
  const fails = async function* () {
    yield 'new';
    throw new Error('no more');
  };
  await expect(run.write('report.md', fails())).rejects.toThrow('no more');
  expect(await run.read('report.md')).toBe('old');
  expect(await run.read('report.csv')).toBeUndefined();
  await run.close();
  expect(await readdir(folder)).toEqual(['report.md']);
});

test('another process that writes there is named; one that was killed does not count', async () => {
  const run = await opened();
  await run.close();
  await writeFile(path.join(folder, '.lock'), String(process.ppid));
  await expect(async () => opened()).rejects.toThrow(`is being written by process ${process.ppid}`);
  for (const dead of ['999999999', '']) {
    await writeFile(path.join(folder, '.lock'), dead);
    await (await opened()).close();
  }
});
