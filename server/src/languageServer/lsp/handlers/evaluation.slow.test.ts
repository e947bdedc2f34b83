import { execFile } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { CancellationTokenSource } from 'vscode-languageserver';
import type { Trial } from '../../../lab/evaluation/run/trial.ts';
import { block } from '../../../testing/fixture.ts';
import { generateSuite, stuckByAnswers } from '../../../testing/generatedSuite.ts';
import { triesAll } from '../../../testing/runs.ts';
import {
  type Reply,
  type ScriptedEndpoint,
  says,
  scriptedEndpoint,
} from '../../../testing/scriptedEndpoint.ts';
import { TestClient } from '../../../testing/testClient.ts';
import type * as protocol from '../../protocol/editor/protocol.ts';

// The built programs as processes: `npm run test:slow` builds first.
const root = fileURLToPath(new URL('../../../../..', import.meta.url));
const program = path.join(root, 'dist/server.js');
const cli = path.join(root, 'dist/cli.js');
const run = promisify(execFile);
const concurrency = 4;

let suites: string;
/** How many cases the suite has. */
let cases: number;
let folder: string;
let client: TestClient;
let endpoint: ScriptedEndpoint;

beforeAll(async () => {
  suites = mkdtempSync(path.join(tmpdir(), 'shacl-repair-suites-'));
  const university = path.join(root, 'test-fixtures/university/university.ttl');
  const few = ['--mode', 'exhaustive', '--max-cases', '16', '--cross-check', 'none'];
  const args = ['generate', university, ...few, '--out', path.join(suites, 'suite')];
  await run(process.execPath, [cli, ...args]);
  cases = JSON.parse(readFileSync(path.join(suites, 'suite/suite.json'), 'utf8')).totals.cases;
}, 120_000);
afterAll(() => rmSync(suites, { recursive: true }));

beforeEach(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'shacl-repair-'));
  cpSync(path.join(suites, 'suite'), path.join(folder, 'suite'), { recursive: true });
  await begin([after(10, says('{"answer":"INSERT DATA { <urn:a> <urn:b> 1 }"}'))]);
});

afterEach(async () => {
  await client.stop();
  await endpoint.close();
  rmSync(folder, { recursive: true });
});

const symbolic: protocol.EvaluationChoice = { systems: ['symbolic'], strategies: [] };
const model: protocol.EvaluationChoice = { systems: ['model'], strategies: ['SF'] };

test('systems are measured, what is typed is checked meanwhile, and the report shows it', async () => {
  await client.open(uri('data.ttl'), '@prefix ex: <http://example.org/> .\n');
  const evaluation = evaluate(symbolic);
  await client.until(() => trials().length > 0, 60_000, 'a first attempt');
  await client.change(uri('data.ttl'), start, '# edited\n');
  expect(await client.validated(uri('data.ttl'))).toMatchObject({ version: 2 });
  expect(trials().length).toBeLessThan(cases);
  expect(await evaluation).toEqual({ kind: 'evaluated', recorded: cases, all: cases, notes: [] });
  expect(await client.evaluationRuns({ uris: [uri('run/run.json'), uri('suite/suite.json')] })).toEqual([
    {
      run: uri('run'),
      suite: uri('suite/suite.json'),
      name: 'university',
      cells: ['symbolic'],
      recorded: cases,
      all: cases,
    },
  ]);
  const report = await client.evaluationReport({ runs: [uri('run')] });
  expect(report).toMatchObject({ html: expect.stringMatching(/^<!DOCTYPE html>[\s\S]*symbolic/) });
});

test('nothing is sent before the user allows it, and the run goes on when it is allowed', async () => {
  const plan = { kind: 'begin', ...model } as const;
  const estimate = await client.estimateEvaluation({ uri: uri('suite/suite.json'), plan });
  expect(estimate).toMatchObject({ trials: cases, cells: [{ cell: 'model:gpt-test SF', requests: cases }] });
  expect(client.accessAsked).toEqual([]);
  client.modelAccess = () => ({ kind: 'refused', message: 'You have not allowed it.' });
  const refused = { kind: 'failed', about: 'refused', message: 'You have not allowed it.' };
  expect(await evaluate(model)).toMatchObject({ recorded: 0, all: cases, stopped: refused });
  expect(endpoint.requests).toEqual([]);
  client.modelAccess = () => ({ kind: 'granted' });
  expect(await evaluate(undefined)).toMatchObject({ recorded: cases, all: cases });
  // Cases with the same prompt are asked about once.
  expect(endpoint.requests.length).toBeLessThanOrEqual(cases);
});

test('an engine that is killed takes nothing along', async () => {
  const evaluation = evaluate(model);
  await client.until(() => trials().length > 10, 60_000, 'some attempts');
  process.kill(client.enginePids().at(-1)!, 'SIGKILL');
  expect(await evaluation).toMatchObject({ kind: 'evaluated', recorded: cases, all: cases });
  expect(new Set(trials().map((trial) => trial.case)).size).toBe(cases);
  expect(trials()).toHaveLength(cases);
  // What was in flight is asked again, and nothing else.
  expect(endpoint.requests.length).toBeLessThanOrEqual(cases + concurrency);
});

test.runIf(triesAll)(
  'a constraint that an answer makes endless is left out, and all else goes on',
  async () => {
    generateSuite(folder, 'stuck', stuckByAnswers);
    await restart([says(JSON.stringify({ answer: stuckByAnswers.endless }))], {
      validation: { timeout: 1000 },
    });
    const params = { uri: uri('stuck/suite.json'), run: uri('run'), choice: model };
    const answer = await client.evaluate(params);
    expect(answer).toMatchObject({
      kind: 'evaluated',
      notes: [expect.stringMatching(/^Not checked: sh:pattern .* took too much time/)],
    });
    expect(answer).toMatchObject({ recorded: trials().length, all: trials().length });
  },
  120_000,
);

test('what is cancelled is kept, and the command line goes on with it', async () => {
  const source = new CancellationTokenSource();
  const evaluation = evaluate(model, { token: source.token }).catch((error: Error) => error.message);
  await client.until(() => trials().length > 10, 60_000, 'some attempts');
  source.cancel();
  expect(await evaluation).toBe('cancelled');
  const args = ['evaluate', 'suite', '--system', 'model:gpt-test', '--strategy', 'SF', '--out', 'run'];
  const { stderr } = await run(process.execPath, [cli, ...args, '--base-url', endpoint.baseUrl, '--resume'], {
    cwd: folder,
  });
  expect(stderr).toMatch(/Going on: [1-9]\d trials recorded\./);
  expect(trials()).toHaveLength(cases);
  expect(endpoint.requests.length).toBeLessThanOrEqual(cases + concurrency);
});

test.runIf(triesAll)('what the command line began is gone on with', async () => {
  const args = ['evaluate', 'suite', '--system', 'oracle', '--system', 'noop', '--out', 'run'];
  await run(process.execPath, [cli, ...args], { cwd: folder });
  const lines = readFileSync(path.join(folder, 'run/trials.jsonl'), 'utf8').split('\n');
  writeFileSync(path.join(folder, 'run/trials.jsonl'), `${lines.slice(0, 20).join('\n')}\n{"cell":`);
  expect(await evaluate(undefined)).toMatchObject({ recorded: 2 * cases, all: 2 * cases });
  expect(trials()).toHaveLength(2 * cases);
});

test('cases are tried without keeping anything', async () => {
  const tried: protocol.TriedCase[] = [];
  const params = { uri: uri('suite/suite.json'), choice: model, cases: ['case-0001', 'case-0002'] };
  const progress = (said: protocol.TriedCases) => tried.push(...said.tried);
  expect(await client.tryCases(params, { progress })).toEqual({ kind: 'tried', notes: [] });
  expect(new Set(tried.map(({ id }) => id))).toEqual(new Set(['case-0001', 'case-0002']));
  expect(tried.map(({ passed }) => passed)).toEqual([false, false]);
  expect(tried[0]!.difference!.expected).not.toBe(tried[0]!.difference!.actual);
});

test('a program is started when the settings name it, and no other one', async () => {
  const program = path.join(folder, 'repair.mjs');
  const code = block`
    #!${process.execPath}
    console.log(JSON.stringify({ update: 'INSERT DATA { <urn:a> <urn:b> 1 }' }));
  `;
  writeFileSync(program, code, { mode: 0o755 });
  const params = {
    uri: uri('suite/suite.json'),
    choice: { systems: [`command:${program}`], strategies: [] },
    cases: ['case-0001'],
  };
  expect(await client.tryCases(params)).toMatchObject({
    kind: 'failed',
    message: expect.stringContaining('your setting shaclRepair.evaluation.programs does not name it'),
  });
  await restart([says('')], { evaluation: { programs: [program] } });
  const tried: protocol.TriedCase[] = [];
  const progress = (said: protocol.TriedCases) => tried.push(...said.tried);
  expect(await client.tryCases(params, { progress })).toEqual({ kind: 'tried', notes: [] });
  expect(tried).toMatchObject([
    { id: 'case-0001', passed: false, message: expect.stringContaining('urn:a') },
  ]);
});

test('a folder that can not be is said', async () => {
  writeFileSync(path.join(folder, 'run'), 'a file');
  expect(await evaluate(symbolic)).toMatchObject({
    kind: 'failed',
    message: expect.stringMatching(
      /run can't be written: it is a file, or its path leads through one \(ENOTDIR\)\. Give another place\.$/,
    ),
  });
});

const start = { start: { line: 0, character: 0 }, end: { line: 0, character: 0 } };

function uri(name: string): string {
  return pathToFileURL(path.join(folder, name)).href;
}

async function begin(script: readonly [Reply, ...Reply[]], settings: object = {}): Promise<void> {
  endpoint = await scriptedEndpoint(...script);
  const model = { provider: 'openai', id: 'gpt-test', baseUrl: endpoint.baseUrl, concurrency };
  client = await TestClient.start(program, uri('.'), { model, ...settings });
}

/** The same anew, with another endpoint and other settings. */
async function restart(...world: Parameters<typeof begin>): Promise<void> {
  await client.stop();
  await endpoint.close();
  await begin(...world);
}

function evaluate(
  choice: protocol.EvaluationChoice | undefined,
  options: Parameters<TestClient['evaluate']>[1] = {},
) {
  return client.evaluate({ uri: uri('suite/suite.json'), run: uri('run'), choice }, options);
}

function trials(): readonly Trial[] {
  try {
    const lines = readFileSync(path.join(folder, 'run/trials.jsonl'), 'utf8').split('\n').slice(0, -1);
    return lines.map((line) => JSON.parse(line));
  } catch {
    // There is none yet.
    return [];
  }
}

/** A reply that takes a while, in ms. */
function after(ms: number, reply: Reply): Reply {
  return (request, response) => void setTimeout(() => reply(request, response), ms);
}
