import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { Summary } from '../../lab/evaluation/reports/summary.ts';
import type { Trial } from '../../lab/evaluation/run/trial.ts';
import { generateSuite } from '../../testing/generatedSuite.ts';
import { type Reply, type ScriptedEndpoint, scriptedEndpoint } from '../../testing/scriptedEndpoint.ts';
import { scriptedBatches } from './scriptedBatches.testing.ts';

// The built program as a process: `npm run test:long` builds first.
const root = fileURLToPath(new URL('../../../..', import.meta.url));
const cli = path.join(root, 'dist/cli.js');
const key = 'sk-planted-1234';
let folder: string;
let endpoint: ScriptedEndpoint;
let runs = 0;

beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'shacl-repair-batch-'));
  const data = 'ex:r a ex:Room ; ex:storey 1 . ex:s a ex:Room ; ex:storey 2 .';
  const shapes = `ex:RoomShape a sh:NodeShape ; sh:targetClass ex:Room ;
  sh:property [ sh:path ex:storey ; sh:datatype xsd:integer ; sh:minCount 1 ; sh:maxCount 1 ] .`;
  generateSuite(folder, 'suite', { data, shapes });
});
afterAll(() => rmSync(folder, { recursive: true }));
afterEach(() => endpoint.close());

/** Starts an evaluation of a model in batches. */
function start(out: string, ...more: readonly string[]): ChildProcess {
  const system = ['--system', 'model:scripted', '--strategy', 'SF,SF+', '--rounds', '2', '--batch'];
  const args = [cli, 'evaluate', 'suite', ...system, '--base-url', endpoint.baseUrl, '--cross-check', 'none'];
  return spawn(process.execPath, [...args, '--out', out, ...more], {
    cwd: folder,
    env: { ...process.env, OPENAI_API_KEY: key },
    stdio: 'pipe',
  });
}

async function ended(child: ChildProcess): Promise<{ readonly code: number | null; readonly err: string }> {
  let err = '';
  child.stderr?.on('data', (chunk) => {
    err += chunk;
  });
  const code = await new Promise<number | null>((resolve) => child.on('close', resolve));
  return { code, err };
}

const trials = (out: string): readonly Trial[] =>
  readFileSync(path.join(folder, out, 'trials.jsonl'), 'utf8')
    .split('\n')
    .slice(0, -1)
    .map((line) => JSON.parse(line));

const newRun = () => `run-${runs++}`;

/** Does not repair at first, and does when it is told so. */
const learns = (body: { readonly messages: readonly unknown[] }) =>
  body.messages.length === 1
    ? ({ kind: 'says', text: 'let me think' } as const)
    : ({ kind: 'says', text: '{"answer": "DELETE WHERE { ?room a ex:Room }"}' } as const);

test('each round of all conversations is one batch', async () => {
  const batches = scriptedBatches(learns);
  endpoint = await scriptedEndpoint(batches.reply);
  const out = newRun();
  expect(await ended(start(out))).toMatchObject({ code: 0 });
  const { cells } = JSON.parse(readFileSync(path.join(folder, out, 'report.json'), 'utf8')) as Summary;
  expect(cells.map(({ missing, scores, last }) => [missing, scores.semantic, last.semantic])).toEqual([
    [0, 0, 1],
    [0, 0, 1],
  ]);
  const all = trials(out).length;
  expect([batches.count, batches.asked.length]).toEqual([2, 2 * all]);
  expect(trials(out).every(({ rounds }) => rounds.every(({ asked }) => asked?.fromCache === false))).toBe(
    true,
  );
  const sent = JSON.stringify(endpoint.requests.map(({ text }) => text));
  const kept = ['trials.jsonl', 'answers.jsonl', 'batches.jsonl', 'run.json'].map((file) =>
    readFileSync(path.join(folder, out, file), 'utf8'),
  );
  expect(sent + kept.join('')).not.toContain(key);
});

test.each([
  ['has handed a batch in', 'POST', /^\/v1\/batches$/],
  ['waits for a batch', 'GET', /^\/v1\/batches\/batch_0$/],
  ['fetches answers', 'GET', /content$/],
])('a process that is killed while it %s asks for nothing twice', async (_, method, at) => {
  const batches = scriptedBatches(learns);
  let child: ChildProcess | undefined;
  const reply: Reply = (request, response) => {
    if (child && request.method === method && at.test(request.path)) {
      // The endpoint has the request; its client never hears of it.
      child.kill('SIGKILL');
      child = undefined;
    }
    batches.reply(request, response);
  };
  endpoint = await scriptedEndpoint(reply);
  const out = newRun();
  child = start(out);
  expect((await ended(child)).code).toBeNull();
  expect(await ended(start(out, '--resume'))).toMatchObject({ code: 0 });
  expect([batches.count, batches.asked.length]).toEqual([2, 2 * trials(out).length]);
});

test('what expires is handed in again, and what is refused is a failure of its trial alone', async () => {
  let expired = false;
  const batches = scriptedBatches((body) => {
    if (!expired) {
      expired = true;
      return { kind: 'expires' };
    }
    return learns(body);
  }, 1);
  endpoint = await scriptedEndpoint(batches.reply);
  const out = newRun();
  expect(await ended(start(out))).toMatchObject({ code: 0 });
  expect(batches.count).toBeGreaterThan(2);
});

test('a form of answers that the endpoint does not take is done without', async () => {
  const batches = scriptedBatches((body) =>
    body.response_format
      ? { kind: 'fails', status: 400, message: "'response_format' is not supported" }
      : learns(body),
  );
  endpoint = await scriptedEndpoint(batches.reply);
  const out = newRun();
  expect(await ended(start(out))).toMatchObject({ code: 0 });
  expect(trials(out)[0]!.rounds[0]!.asked!.format).toBe('prompt');
});

test('an endpoint without batches is told of', async () => {
  endpoint = await scriptedEndpoint((_, response) => response.writeHead(404).end());
  const { code, err } = await ended(start(newRun()));
  expect([code, err]).toEqual([2, expect.stringContaining('has no Batch API at')]);
});
