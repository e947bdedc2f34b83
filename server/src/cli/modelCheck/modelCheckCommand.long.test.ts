import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { CheckReport } from '../../lab/tasks/check/checkReport.ts';
import type { CheckTrial } from '../../lab/tasks/check/checkRun.ts';
import { type Reply, says, scriptedEndpoint } from '../../testing/scriptedEndpoint.ts';
import { imperfectAnswer, rightAnswer } from '../../testing/taskAnswers.ts';

// The built program as a process: `npm run test:long` builds first.
const cli = fileURLToPath(new URL('../../../../dist/cli.js', import.meta.url));
/** Kept for people when it is given: report.html is to be looked at. */
const kept = process.env.MODEL_CHECK_OUT;
let folder: string;

beforeAll(() => {
  folder = kept ?? mkdtempSync(path.join(tmpdir(), 'shacl-repair-model-check-'));
});
afterAll(() => {
  if (kept === undefined) rmSync(folder, { recursive: true });
});

/** One model that does as it is told, and one that does not quite. */
const answer: Reply = (request, response) => {
  const { model, messages, seed = 0 } = request.body;
  const prompt = messages[0]!.content;
  const isPerfect = model === 'careful' || messages.length > 1;
  says(isPerfect ? rightAnswer(prompt) : imperfectAnswer(prompt, Number(seed)))(request, response);
};

test('all tasks, 20 repeats, killed twice: nothing is lost or asked for twice', {
  timeout: 300_000,
}, async () => {
  const endpoint = await scriptedEndpoint(answer);
  const models = ['--model', 'careful', '--model', 'chatty', '--base-url', endpoint.baseUrl];
  const options = ['--concurrency', '8', '--rounds', '2', '--out', 'run'];
  const start = (resume: boolean) =>
    spawn(process.execPath, [cli, 'model-check', ...models, ...options, ...(resume ? ['--resume'] : [])], {
      cwd: folder,
      stdio: ['ignore', 'ignore', 'inherit'],
    });
  for (const at of [100, 400]) {
    const child = start(at > 100);
    await reached(() => endpoint.requests.length >= at || child.exitCode !== null);
    expect(child.exitCode).toBeNull();
    child.kill('SIGKILL');
    await ended(child);
  }
  expect(await ended(start(true))).toBe(0);
  await endpoint.close();

  const lines = readFileSync(path.join(folder, 'run/trials.jsonl'), 'utf8').split('\n').slice(0, -1);
  const trials = lines.map((line) => JSON.parse(line) as CheckTrial);
  const keys = trials.map(({ model, task, size, repeat }) => `${model} ${task} ${size} ${repeat}`);
  // Four tasks of one size and two of eight, for each model.
  expect([keys.length, new Set(keys).size]).toEqual([2 * 20 * (4 + 2 * 8), keys.length]);
  const rounds = trials.reduce((sum, trial) => sum + trial.rounds.length, 0);
  // After each kill what was in flight is asked again.
  expect(endpoint.requests.length - rounds).toBeLessThanOrEqual(2 * 8);
  const report: CheckReport = JSON.parse(readFileSync(path.join(folder, 'run/report.json'), 'utf8'));
  expect(report.models.map(({ model, discipline, missing }) => [model, discipline, missing])).toEqual([
    ['careful', 'go', 0],
    ['chatty', 'noGo', 0],
  ]);
  const html = readFileSync(path.join(folder, 'run/report.html'), 'utf8');
  expect(html).toContain('<title>Model check: careful, chatty</title>');
});

function ended(child: ChildProcess): Promise<number | null> {
  return new Promise((resolve) => child.on('exit', resolve));
}

async function reached(isReached: () => boolean): Promise<void> {
  while (!isReached()) await new Promise((resolve) => setTimeout(resolve, 5));
}
