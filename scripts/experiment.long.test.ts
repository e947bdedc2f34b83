import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  type ReceivedRequest,
  type ScriptedEndpoint,
  says,
  scriptedEndpoint,
} from '../server/src/testing/scriptedEndpoint.ts';

// The built program as a process: `npm run test:long` builds first.
const root = fileURLToPath(new URL('..', import.meta.url));
const models = ['silent', 'idle', 'drops', 'mixed'];
let folder: string;
let endpoint: ScriptedEndpoint;

const prefixes = `@prefix ex: <http://example.org/ns#> . @prefix sh: <http://www.w3.org/ns/shacl#> .
@prefix xsd: <http://www.w3.org/2001/XMLSchema#> .
`;
const shapes = `${prefixes}ex:RoomShape a sh:NodeShape ; sh:targetClass ex:Room ;
  sh:property [ sh:path ex:storey ; sh:datatype xsd:integer ; sh:maxInclusive 9 ; sh:maxCount 1 ] ;
  sh:property [ sh:path ex:partOf ; sh:class ex:Building ; sh:minCount 1 ] .`;
const graphs = {
  one: 'ex:r a ex:Room ; ex:storey 1 ; ex:partOf ex:b . ex:b a ex:Building .',
  two: 'ex:r a ex:Room ; ex:storey 1 ; ex:partOf ex:b . ex:s a ex:Room ; ex:storey 2 ; ex:partOf ex:b . ex:b a ex:Building .',
  three: 'ex:t a ex:Room ; ex:storey 3 ; ex:partOf ex:c . ex:c a ex:Building . ex:d a ex:Building .',
};

beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'shacl-repair-experiment-'));
  writeFileSync(path.join(folder, 'shapes.ttl'), shapes);
  for (const [name, graph] of Object.entries(graphs)) {
    writeFileSync(path.join(folder, `${name}.ttl`), prefixes + graph);
    const out = path.join(folder, 'suites', name);
    const inputs = [path.join(folder, `${name}.ttl`), '--shapes', path.join(folder, 'shapes.ttl')];
    const { status, stderr } = spawnSync(
      process.execPath,
      ['dist/cli.js', 'generate', ...inputs, '--out', out, '--cross-check', 'none'],
      { cwd: root, encoding: 'utf8' },
    );
    expect(status, stderr).toBe(0);
  }
  writeFileSync(
    path.join(folder, 'prices.json'),
    JSON.stringify(models.map((model) => ({ model, from: '2025-01-01', input: 1, output: 1 }))),
  );
  endpoint = await scriptedEndpoint((request, response) => says(answerTo(request))(request, response));
});
afterAll(async () => {
  await endpoint.close();
  rmSync(folder, { recursive: true });
});

/** The same answer to the same request, of a quality that depends on the model. */
function answerTo({ body }: ReceivedRequest): string {
  const prompt = body.messages.map(({ content }) => content).join('\n');
  const [, focus = ''] = /Focus Node: (\S+)/.exec(prompt) ?? [];
  const answers = [
    'I am sorry, but I can not help.',
    JSON.stringify({ answer: 'INSERT DATA {}' }),
    JSON.stringify({ answer: `DELETE DATA { ${focus} a <http://example.org/ns#Room> }` }),
  ];
  const place = models.indexOf(body.model);
  return answers[place] ?? answers[createHash('sha256').update(prompt).digest()[0]! % 3]!;
}

function start(out: string): ChildProcess {
  const args = [
    '--models',
    models.join(','),
    '--suites',
    path.join(folder, 'suites'),
    '--out',
    path.join(folder, out),
  ];
  const options = [
    '--prices',
    path.join(folder, 'prices.json'),
    '--max-cost',
    '5',
    '--base-url',
    endpoint.baseUrl,
  ];
  return spawn(process.execPath, ['scripts/experiment.mjs', ...args, ...options, '--yes'], {
    cwd: root,
    // A group of its own, so that a kill ends what it started, too.
    detached: true,
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, OPENAI_API_KEY: 'key' },
  });
}

function ended(child: ChildProcess): Promise<number | null> {
  return new Promise((resolve) => child.once('exit', resolve));
}

function isGroupAlive(group: number): boolean {
  try {
    return process.kill(-group, 0);
  } catch {
    return false;
  }
}

const read = (out: string, file: string) => readFileSync(path.join(folder, out, file), 'utf8');

/** The tables, without durations. */
const tables = (out: string) => read(out, 'report.tex');

test('an experiment that was killed twice ends with the tables of one that was not', {
  timeout: 600_000,
}, async () => {
  const whole = start('whole');
  expect(await ended(whole)).toBe(0);
  const asked = endpoint.requests.length;
  expect(asked).toBeGreaterThan(100);
  for (const share of [0.3, 0.6]) {
    const until = asked + Math.floor(share * asked);
    const child = start('killed');
    const end = ended(child);
    while (endpoint.requests.length < until && child.exitCode === null) {
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    expect(child.exitCode).toBeNull();
    process.kill(-child.pid!, 'SIGKILL');
    await end;
    // What it had started ends a little later, and holds the lock of a run until then.
    while (isGroupAlive(child.pid!)) await new Promise((resolve) => setTimeout(resolve, 20));
  }
  expect(await ended(start('killed'))).toBe(0);
  expect(tables('killed')).toBe(tables('whole'));
  expect(tables('whole')).toContain('\\label{tab:context-selection}');
  expect(tables('whole')).toContain('\\label{tab:model-selection}');
  expect(readdirSync(path.join(folder, 'killed'))).toEqual(
    expect.arrayContaining([
      'experiment.tar.gz',
      'report.csv',
      'report.html',
      'report.md',
      'report.tex',
      'runs',
    ]),
  );
  // Requests in flight at a kill are sent again, and no others.
  expect(endpoint.requests.length).toBeLessThan(2 * asked + 2 * 16);
  // As in the paper: what is sent holds the prompt and the parameters, and nothing else.
  for (const { body } of endpoint.requests) {
    expect(new Set(Object.keys(body))).toEqual(
      new Set(['max_tokens', 'messages', 'model', 'stream', 'stream_options', 'temperature']),
    );
    expect(body.messages.map(({ role }) => role)).toEqual(['user']);
  }
});
