import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, expect, test } from 'vitest';
import type { Trial } from '../../lab/evaluation/run/trial.ts';
import { says, scriptedEndpoint } from '../../testing/scriptedEndpoint.ts';

// The built program as a process: `npm run test:long` builds first.
const root = fileURLToPath(new URL('../../../..', import.meta.url));
const cli = path.join(root, 'dist/cli.js');
const folder = mkdtempSync(path.join(tmpdir(), 'shacl-repair-stuck-'));
afterAll(() => rmSync(folder, { recursive: true }));

const prefixes = `@prefix ex: <http://example.org/ns#> . @prefix sh: <http://www.w3.org/ns/shacl#> .
`;

test('an answer that a pattern would take for ever on is stopped, and all other trials are run', async () => {
  writeFileSync(path.join(folder, 'data.ttl'), `${prefixes}ex:r a ex:Room ; ex:code "aa" ; ex:of ex:b .`);
  writeFileSync(
    path.join(folder, 'shapes.ttl'),
    `${prefixes}ex:RoomShape a sh:NodeShape ; sh:targetClass ex:Room ;
      sh:property [ sh:path ex:code ; sh:pattern "^(?=a)(a+)+$" ; sh:minCount 1 ] ;
      sh:property [ sh:path ex:of ; sh:minCount 1 ] .`,
  );
  const generate = [
    cli,
    'generate',
    'data.ttl',
    '--shapes',
    'shapes.ttl',
    '--cross-check',
    'none',
    '--out',
    'suite',
  ];
  expect(spawnSync(process.execPath, generate, { cwd: folder }).status).toBe(0);
  const answer = JSON.stringify({ answer: `INSERT DATA { ex:r ex:code "${'a'.repeat(40)}!" }` });
  const endpoint = await scriptedEndpoint(says(answer));
  const args = ['evaluate', 'suite', '--system', 'model:m', '--base-url', endpoint.baseUrl, '--out', 'run'];
  const child = spawn(process.execPath, [cli, ...args, '--concurrency', '1'], { cwd: folder, stdio: 'pipe' });
  let err = '';
  child.stderr.on('data', (chunk) => {
    err += chunk;
  });
  const code = await new Promise((resolve) => child.on('close', resolve));
  await endpoint.close();
  const trials = readFileSync(path.join(folder, 'run/trials.jsonl'), 'utf8')
    .split('\n')
    .slice(0, -1)
    .map((line) => JSON.parse(line) as Trial);
  expect([code, trials.length]).toEqual([0, new Set(trials.map((trial) => trial.case)).size]);
  expect(err).toMatch(/Not checked: .*took/);
  // What was answered before the thread was ended is not asked for again.
  expect(endpoint.requests).toHaveLength(trials.length);
});
