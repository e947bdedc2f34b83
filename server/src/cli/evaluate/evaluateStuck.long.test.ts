import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, expect, test } from 'vitest';
import type { Trial } from '../../lab/evaluation/run/trial.ts';
import { generateSuite, stuckByAnswers } from '../../testing/generatedSuite.ts';
import { says, scriptedEndpoint } from '../../testing/scriptedEndpoint.ts';

// The built program as a process: `npm run test:long` builds first.
const root = fileURLToPath(new URL('../../../..', import.meta.url));
const cli = path.join(root, 'dist/cli.js');
const folder = mkdtempSync(path.join(tmpdir(), 'shacl-repair-stuck-'));
afterAll(() => rmSync(folder, { recursive: true }));

test('an answer that a pattern would take for ever on is stopped, and all other trials are run', async () => {
  generateSuite(folder, 'suite', stuckByAnswers);
  const answer = JSON.stringify({ answer: stuckByAnswers.endless });
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
