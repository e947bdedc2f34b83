import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { seededRandom } from '../../base/random.ts';
import type { Summary } from '../../lab/evaluation/reports/summary.ts';
import type { Trial } from '../../lab/evaluation/run/trial.ts';
import { type ReceivedRequest, says, scriptedEndpoint } from '../../testing/scriptedEndpoint.ts';

// The built program as a process: `npm run test:long` builds first.
const root = fileURLToPath(new URL('../../../..', import.meta.url));
const cli = path.join(root, 'dist/cli.js');
let folder: string;

const rooms = `@prefix ex: <http://example.org/ns#> . @prefix sh: <http://www.w3.org/ns/shacl#> .
@prefix xsd: <http://www.w3.org/2001/XMLSchema#> .
`;

beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'shacl-repair-killed-'));
  writeFileSync(
    path.join(folder, 'data.ttl'),
    `${rooms}ex:r a ex:Room ; ex:storey 1 ; ex:partOf ex:b . ex:s a ex:Room ; ex:storey 2 ; ex:partOf ex:b .
ex:t a ex:Room ; ex:storey 3 ; ex:partOf ex:b . ex:b a ex:Building .`,
  );
  writeFileSync(
    path.join(folder, 'shapes.ttl'),
    `${rooms}ex:RoomShape a sh:NodeShape ; sh:targetClass ex:Room ;
  sh:property [ sh:path ex:storey ; sh:datatype xsd:integer ; sh:maxInclusive 9 ; sh:maxCount 1 ] ;
  sh:property [ sh:path ex:partOf ; sh:class ex:Building ; sh:minCount 1 ] .`,
  );
  const generate = ['generate', 'data.ttl', '--shapes', 'shapes.ttl', '--mode', 'exhaustive'];
  const command = [cli, ...generate, '--out', 'suite'];
  const { status, stderr } = spawnSync(process.execPath, command, { cwd: folder, encoding: 'utf8' });
  expect(status, stderr).toBe(0);
});
afterAll(() => rmSync(folder, { recursive: true }));

const concurrency = 16;

test('ten thousand trials in 64 MB and five kills: none is lost or doubled, sixteen requests are asked again', {
  timeout: 1_800_000,
}, async () => {
  const { cases } = JSON.parse(readFileSync(path.join(folder, 'suite/suite.json'), 'utf8')).totals;
  const repeat = Math.ceil(10_000 / cases);
  const all = cases * repeat;
  const asked: string[] = [];
  const endpoint = await scriptedEndpoint((request, response) => {
    asked.push(identity(request));
    answer(request, response);
  });
  const random = seededRandom(7);
  const args = ['evaluate', 'suite', '--system', 'model:scripted', '--base-url', endpoint.baseUrl];
  const options = ['--repeat', String(repeat), '--concurrency', String(concurrency), '--cross-check', 'none'];
  const start = (resume: boolean) =>
    spawn(process.execPath, [cli, ...args, ...options, '--out', 'run', ...(resume ? ['--resume'] : [])], {
      cwd: folder,
      stdio: ['ignore', 'ignore', 'inherit'],
      // More than what is needed for the first hundred trials is not there for the others either.
      env: { ...process.env, NODE_OPTIONS: '--max-old-space-size=64' },
    });
  const repeated: number[] = [];
  const memory: number[] = [];
  for (let kills = 0; kills < 5; kills++) {
    const before = new Set(asked);
    const at = asked.length + 200 + random.below(all / 8);
    const first = asked.length;
    const child = start(kills > 0);
    await reached(() => asked.length >= at || child.exitCode !== null);
    expect(child.exitCode).toBeNull();
    child.kill('SIGKILL');
    await ended(child);
    repeated.push(asked.slice(first).filter((each) => before.has(each)).length);
  }
  const [before, first] = [new Set(asked), asked.length];
  const child = start(true);
  const watch = setInterval(() => memory.push(residentMegabytes(child)), 200);
  expect(await ended(child)).toBe(0);
  clearInterval(watch);
  repeated.push(asked.slice(first).filter((each) => before.has(each)).length);
  await endpoint.close();

  const lines = readFileSync(path.join(folder, 'run/trials.jsonl'), 'utf8').split('\n');
  const keys = lines
    .slice(0, -1)
    .map((line) => JSON.parse(line) as Trial)
    .map((trial) => `${trial.case} ${trial.repeat}`);
  expect([keys.length, new Set(keys).size]).toEqual([all, all]);
  expect(new Set(asked).size).toBe(all);
  for (const count of repeated) expect(count).toBeLessThanOrEqual(concurrency);
  const { cells } = JSON.parse(readFileSync(path.join(folder, 'run/report.json'), 'utf8')) as Summary;
  expect(cells).toMatchObject([{ trials: all, missing: 0, scores: { syntactic: 1 } }]);
  const [middle, end] = [memory.slice(0, memory.length / 2), memory.slice(memory.length / 2)].map(highest);
  console.log(
    `${all} trials; asked again after each kill: ${repeated.slice(1).join(', ')}; resident MB, first and second half of the last part: ${middle}, ${end}`,
  );
});

/** What tells a request from all others: its words and its seed. */
function identity({ body }: ReceivedRequest): string {
  const { messages, seed } = body;
  return createHash('sha256')
    .update(JSON.stringify([messages, seed ?? null]))
    .digest('hex');
}

/** Some answers repair, some do not, and all are different texts. */
function answer(request: ReceivedRequest, response: Parameters<ReturnType<typeof says>>[1]): void {
  const { seed = 0 } = request.body;
  const update =
    Number(seed) % 2 === 0 ? 'INSERT DATA { ex:r ex:partOf ex:b }' : 'DELETE DATA { ex:r a ex:Room }';
  says(JSON.stringify({ answer: `${update} # ${seed}` }))(request, response);
}

function ended(child: ChildProcess): Promise<number | null> {
  return new Promise((resolve) => child.on('exit', resolve));
}

async function reached(isReached: () => boolean): Promise<void> {
  while (!isReached()) await new Promise((resolve) => setTimeout(resolve, 5));
}

function residentMegabytes({ pid }: ChildProcess): number {
  try {
    const [, kilobytes] = /VmRSS:\s*(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
    return Number(kilobytes ?? 0) / 1024;
  } catch {
    // It has ended, or there is no such file on this system.
    return 0;
  }
}

function highest(values: readonly number[]): number {
  return Math.round(Math.max(0, ...values));
}
