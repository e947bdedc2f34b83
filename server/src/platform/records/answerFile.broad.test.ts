import {
  appendFileSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import type { ModelAnswer } from '../../repair/llm/model/languageModel.ts';
import { openAnswerFile } from './answerFile.ts';

let folder: string;
let files = 0;

beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'shacl-repair-answers-'));
});

afterAll(() => rmSync(folder, { recursive: true }));

test('what was put is in the file at once, one line each, and there the next time', async () => {
  const file = newFile();
  const { put } = await opened(file);
  await put('one', answer('first'));
  await put('two', answer('second\nline\u2028and more'));
  expect(
    readFileSync(file, 'utf8')
      .split('\n')
      .map((line) => line && JSON.parse(line).key),
  ).toEqual(['one', 'two', '']);
  const again = await opened(file);
  expect(await again.get('one')).toEqual(answer('first'));
  expect(await again.get('two')).toEqual(answer('second\nline\u2028and more'));
  expect(await again.get('three')).toBe(undefined);
  expect(again.problems).toEqual([]);
});

test.skipIf(process.platform === 'win32')(
  'only the owner can read the file, and the folder that was made for it',
  async () => {
    const file = newFile();
    await (await opened(file)).put('one', answer('first'));
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(statSync(path.dirname(file)).mode & 0o777).toBe(0o700);
  },
);

test('answers of earlier versions are taken, and what they do not have gets a default', async () => {
  const file = newFile();
  mkdirSync(path.dirname(file));
  const { ms: _, fromCache: __, usage, ...rest } = answer('first');
  const { estimated: ___, ...tokens } = usage;
  writeFileSync(file, `${JSON.stringify({ key: 'one', answer: { ...rest, usage: tokens } })}\n`);
  const { get, problems } = await opened(file);
  expect(await get('one')).toEqual({
    ...rest,
    usage: { ...tokens, estimated: false },
    ms: 0,
    fromCache: false,
  });
  expect(problems).toEqual([]);
});

test('answers that come together are all kept, whole', async () => {
  const file = newFile();
  const { put } = await opened(file);
  const keys = Array.from({ length: 50 }, (_, index) => `key ${index}`);
  await Promise.all(keys.map((key) => put(key, answer(key.repeat(5000)))));
  const again = await opened(file);
  for (const key of keys) expect((await again.get(key))?.text).toBe(key.repeat(5000));
});

test('two who use the file at the same time do not harm each other', async () => {
  const file = newFile();
  const [first, second] = [await opened(file), await opened(file)];
  await Promise.all([first.put('one', answer('first')), second.put('two', answer('second'))]);
  const again = await opened(file);
  expect([(await again.get('one'))?.text, (await again.get('two'))?.text]).toEqual(['first', 'second']);
});

test('wherever writing was cut off, only that answer is lost', async () => {
  const whole = newFile();
  const { put } = await opened(whole);
  await put('one', answer('first'));
  const start = statSync(whole).size;
  await put('two', answer('zweite ä€😀'));
  for (let size = start; size < statSync(whole).size; size++) {
    const file = newFile();
    mkdirSync(path.dirname(file));
    writeFileSync(file, readFileSync(whole));
    truncateSync(file, size);
    const after = await opened(file);
    expect((await after.get('one'))?.text).toBe('first');
    await after.put('three', answer('third'));
    const again = await opened(file);
    expect([(await again.get('one'))?.text, (await again.get('three'))?.text]).toEqual(['first', 'third']);
    // A complete answer without its line end counts.
    const isLost = size > start && size < statSync(whole).size - 1;
    expect(again.problems).toEqual(
      isLost ? [`${file}, line 2: this answer can't be read, so it will be asked for again.`] : [],
    );
    await again.close();
    await after.close();
  }
});

test('lines that are no answers are named', async () => {
  const file = newFile();
  const { put } = await opened(file);
  await put('one', answer('first'));
  appendFileSync(file, '\nnull\n{"key":"two"}\n{"key":"two","answer":{"text":1}}\n\0\0\0\n');
  await put('three', answer('third'));
  const again = await opened(file);
  expect(again.problems).toEqual([
    `${file}, line 3 and 3 more: these answers can't be read, so they will be asked for again.`,
  ]);
  expect((await again.get('three'))?.text).toBe('third');
});

test('where no file can be made, answers are kept in memory and that is said', async () => {
  writeFileSync(path.join(folder, 'file'), '');
  const { put, get, problems } = await opened(path.join(folder, 'file/answers.jsonl'));
  await put('one', answer('first'));
  expect((await get('one'))?.text).toBe('first');
  expect(problems).toEqual([
    expect.stringMatching(
      /^Answers are kept in memory only\. .* can't be written: it is a file, or its path leads through one/,
    ),
  ]);
});

/** A path for a file in a folder that does not exist yet. */
function newFile(): string {
  return path.join(folder, `${files++}`, 'answers.jsonl');
}

async function opened(file: string) {
  const problems: string[] = [];
  const store = await openAnswerFile(file, (problem) => problems.push(problem));
  onTestFinished(() => store.close());
  return { ...store, problems };
}

function answer(text: string): ModelAnswer {
  return {
    text,
    finish: 'done',
    usage: { input: 10, output: 5, estimated: false },
    model: 'tiny',
    format: 'json_schema',
    ms: 12.5,
    fromCache: false,
  };
}
