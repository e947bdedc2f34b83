import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { block } from '../../testing/fixture.ts';

// The built program as a process: `npm run test:long` builds first.
const program = fileURLToPath(new URL('../../../../dist/cli.js', import.meta.url));
/** What the thread of the command does first: it waits for a file that does not answer. */
const open = { inBackground: "open('pipe', () => {})", atOnce: "openSync('pipe')" };
let folder: string;

beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'shacl-repair-stuck-'));
  execFileSync('mkfifo', [path.join(folder, 'pipe')]);
  writeFileSync(path.join(folder, 'data.ttl'), `${prefixes}ex:a a ex:Person .\n`);
  // A pattern that may be tried forever has the command run in a thread.
  writeFileSync(
    path.join(folder, 'shapes.ttl'),
    `${prefixes}ex:S a sh:NodeShape ; sh:targetClass ex:Person ; sh:property [ sh:path ex:name ; sh:minCount 1 ; sh:pattern "^(?=a)(a|aa)+$" ] .\n`,
  );
});
afterAll(() => rmSync(folder, { recursive: true }));

test('the outcome is told and the process ends, though its thread waits for a drive', () => {
  const { status, signal, stdout, stderr } = run(open.inBackground);
  expect(JSON.parse(stdout)).toMatchObject({ conforms: false, results: [{ path: expect.anything() }] });
  expectEnd({ status, signal, stderr }, 1, '');
});

test('a thread that hangs in a call of the system is ended with what it was at', () => {
  const { status, signal, stdout, stderr } = run(open.atOnce);
  expect(stdout).toBe('');
  expectEnd(
    { status, signal, stderr },
    2,
    /^shacl-repair validate: nothing has moved for \d+ s\. .* run it again\.\n/,
  );
});

/** Older versions of Node can't end such a process with an exit code, so they tell it. */
function expectEnd(
  { status, signal, stderr }: Pick<ReturnType<typeof run>, 'status' | 'signal' | 'stderr'>,
  code: number,
  told: string | RegExp,
): void {
  if ('execve' in process) {
    expect([status, signal]).toEqual([code, null]);
    expect(stderr).toMatch(told);
  } else {
    expect([status, signal]).toEqual([null, 'SIGKILL']);
    expect(stderr).toMatch(told);
    expect(stderr).toMatch(`It would have ended with exit code ${code}.\n`);
  }
}

function run(opening: string) {
  const preload = path.join(folder, 'preload.cjs');
  writeFileSync(preload, `if (!require('node:worker_threads').isMainThread) require('node:fs').${opening};`);
  const args = [
    '--require',
    preload,
    program,
    'validate',
    'data.ttl',
    '--shapes',
    'shapes.ttl',
    '--format',
    'json',
  ];
  return spawnSync(process.execPath, args, { cwd: folder, encoding: 'utf8', timeout: 100_000 });
}

const prefixes = block`
  @prefix ex: <http://example.org/> .
  @prefix sh: <http://www.w3.org/ns/shacl#> .
`;
