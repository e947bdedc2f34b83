import { type ChildProcess, spawn } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { triesAll } from '../../testing/runs.ts';

// The built program as a process: `npm run test:slow` builds first.
const root = fileURLToPath(new URL('../../../..', import.meta.url));
const cli = path.join(root, 'dist/cli.js');
let base: string;
let folder: string;
let whole: Readonly<Record<string, string>>;

beforeAll(async () => {
  base = mkdtempSync(path.join(tmpdir(), 'shacl-repair-generate-'));
  fresh('whole');
  expect(await ended(generate())).toMatchObject({ code: 0 });
  whole = suite();
  expect(Object.keys(whole)).toContain('suite.json');
}, 120_000);
afterAll(() => rmSync(base, { recursive: true }));

let count = 0;
beforeEach(() => fresh(String(count++)));

/** The university in a folder of its own. */
function fresh(name: string): void {
  folder = path.join(base, name);
  cpSync(path.join(root, 'test-fixtures/university'), folder, { recursive: true });
}

function generate(...args: readonly string[]): ChildProcess {
  return spawn(process.execPath, [cli, 'generate', 'university.ttl', '--out', 'suite', ...args], {
    cwd: folder,
  });
}

async function ended(child: ChildProcess) {
  let [stdout, stderr] = ['', ''];
  child.stdout!.on('data', (data) => (stdout += data));
  child.stderr!.on('data', (data) => (stderr += data));
  const [code, signal] = await new Promise<[number | null, NodeJS.Signals | null]>((resolve) =>
    child.on('close', (...outcome) => resolve(outcome)),
  );
  return { code, signal, stdout, stderr };
}

function suite(): Readonly<Record<string, string>> {
  const own = path.join(folder, 'suite');
  const files = readdirSync(own, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const paths = files.map((entry) => path.relative(own, path.join(entry.parentPath, entry.name)));
  return Object.fromEntries(paths.sort().map((file) => [file, readFileSync(path.join(own, file), 'utf8')]));
}

const partial = (name: string) => path.join(folder, '.suite.partial', name);

/** Waits until so many verdicts of the second engine are noted. */
async function noted(verdicts: number): Promise<void> {
  while (
    !existsSync(partial('journal')) ||
    readFileSync(partial('journal'), 'utf8').split('\n').length < verdicts + 2
  ) {
    await sleep(20);
  }
}

test('Ctrl-C leaves what was there, and the same command goes on to the same bytes', async () => {
  mkdirSync(path.join(folder, 'suite'));
  const child = generate();
  const end = ended(child);
  await noted(3);
  child.kill('SIGINT');
  const { signal, stdout, stderr } = await end;
  expect([signal, stdout]).toEqual(['SIGINT', '']);
  expect(stderr).toMatch(
    /\nInterrupted\. .*suite is as it was; the same command continues from where it stopped\.\n$/,
  );
  expect(readdirSync(path.join(folder, 'suite'))).toEqual([]);
  expect(readdirSync(partial(''))).toEqual(['journal']);
  const again = await ended(generate());
  expect(again.stderr).toMatch(
    /^Going on from an interrupted run: \d+ verdicts of rdf-validate-shacl are known/m,
  );
  expect(suite()).toEqual(whole);
  expect(existsSync(partial(''))).toBe(false);
});

test.runIf(triesAll)(
  'what is killed leaves an earlier suite as it was, and the next run goes on',
  async () => {
    cpSync(path.join(base, 'whole/suite'), path.join(folder, 'suite'), { recursive: true });
    const child = generate('--seed', '2');
    const end = ended(child);
    await noted(2);
    child.kill('SIGKILL');
    await end;
    expect(suite()).toEqual(whole);
    const again = await ended(generate('--seed', '2'));
    expect([again.code, again.stderr]).toEqual([
      0,
      expect.stringMatching(/^Going on from an interrupted run/m),
    ]);
    expect(suite()).not.toEqual(whole);
    expect(existsSync(partial(''))).toBe(false);
  },
);

test('a suite that was moved away when its process was killed comes back', async () => {
  mkdirSync(partial('new'), { recursive: true });
  writeFileSync(partial('new/half.ttl'), '');
  cpSync(path.join(base, 'whole/suite'), partial('old'), { recursive: true });
  const child = generate();
  const end = ended(child);
  await noted(1);
  expect(suite()).toEqual(whole);
  child.kill('SIGTERM');
  expect((await end).signal).toBe('SIGTERM');
  expect(suite()).toEqual(whole);
  expect(readdirSync(partial(''))).toEqual(['journal']);
});

test.runIf(triesAll)('two at once do not mix', async () => {
  const first = generate();
  const end = ended(first);
  await noted(1);
  const second = await ended(generate());
  expect(second.code).toBe(2);
  expect(second.stderr).toMatch(new RegExp(`suite is being written by process ${first.pid}\\. Wait for it`));
  expect((await end).code).toBe(0);
  expect(suite()).toEqual(whole);
});

test.each([
  ['file/below/suite', /--out file\/below\/suite is a file or leads through one/],
  ['/proc/suite', /^shacl-repair generate: \/proc\/suite can't be written: .* Give another place\./],
])('%s can not be written: told, with nothing left behind', async (out, message) => {
  writeFileSync(path.join(folder, 'file'), '');
  const { code, stderr } = await ended(generate('--out', out, '--cross-check', 'none'));
  expect(code).toBe(2);
  expect(stderr).toMatch(message);
  expect(readdirSync(folder).sort()).toEqual(['file', 'university-shapes.ttl', 'university.ttl']);
});
