import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { suppliedPrefixes } from '../../server/src/testing/fixture.ts';
import { type ScriptedEndpoint, says, scriptedEndpoint } from '../../server/src/testing/scriptedEndpoint.ts';

// The built programs, as `evaluate` starts them: `npm run test:long` builds first.
const root = fileURLToPath(new URL('../..', import.meta.url));
let folder: string;
let suite: string;
let endpoint: ScriptedEndpoint;

beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'shacl-repair-systems-'));
  suite = path.join(folder, 'suite');
  const [data, shapes] = ['data.ttl', 'shapes.ttl'].map((name) => path.join(folder, name));
  writeFileSync(data!, `${suppliedPrefixes}ex:r a ex:Room ; ex:in ex:b ; ex:on 1 . ex:b a ex:Building .`);
  writeFileSync(
    shapes!,
    `${suppliedPrefixes}ex:S sh:targetClass ex:Room ;
  sh:property [ sh:path ex:in ; sh:class ex:Building ; sh:minCount 1 ] , [ sh:path ex:on ; sh:datatype xsd:integer ] .`,
  );
  await run({}, 'generate', data!, '--shapes', shapes!, '--cross-check', 'none', '--out', suite);
  // The model gets it right in its second answer, where removing what it is told of is right.
  endpoint = await scriptedEndpoint((request, response) => {
    const { messages } = request.body;
    const [, focus, predicate, value] =
      /focus node (<\S+>), path (<\S+>), value (.+?), </.exec(messages[0]!.content) ?? [];
    const update = `DELETE DATA { ${focus} ${predicate} ${value} }`;
    const answer =
      messages.length > 1 && value !== undefined ? `\`\`\`sparql\n${update}\n\`\`\`` : 'One moment.';
    says(answer)(request, response);
  });
});
afterAll(async () => {
  await endpoint.close();
  rmSync(folder, { recursive: true });
});

async function run(env: Readonly<Record<string, string>>, ...args: readonly string[]): Promise<void> {
  await promisify(execFile)(process.execPath, ['dist/cli.js', ...args], {
    cwd: root,
    env: { ...process.env, ...env },
  });
}

interface Trial {
  readonly rounds: readonly { readonly scores: { readonly semantic: boolean } }[];
  readonly failure: { readonly kind: string; readonly message: string } | null;
}

/** The attempts of a program at all cases. */
async function attempts(name: string, env: Readonly<Record<string, string>> = {}): Promise<readonly Trial[]> {
  const out = mkdtempSync(path.join(folder, 'run-'));
  await run(env, 'evaluate', suite, '--system', `command:.cache/systems/${name}.mjs`, '--out', out);
  const lines = readFileSync(path.join(out, 'trials.jsonl'), 'utf8').trim().split('\n');
  return lines.map((line) => JSON.parse(line) as Trial);
}

const reasons = (trials: readonly Trial[]) => trials.flatMap(({ failure }) => failure?.message ?? []);

test('templates repair what is missing, and say where they have none', async () => {
  const trials = await attempts('template');
  expect(trials.some(({ rounds }) => rounds[0]?.scores.semantic)).toBe(true);
  expect(reasons(trials)).toContain('It ended with code 3: no template for datatype.');
});

test('an agent asks its endpoint until validation is content', async () => {
  const trials = await attempts('agent', {
    AGENT_MODEL: 'm',
    AGENT_TURNS: '3',
    OPENAI_BASE_URL: endpoint.baseUrl,
    OPENAI_API_KEY: 'k',
  });
  expect(trials.some(({ rounds }) => rounds[0]?.scores.semantic)).toBe(true);
  expect(new Set(reasons(trials))).toEqual(new Set(['It ended with code 3: no update in 3 answers.']));
});

test('an agent without a model says what to set', async () => {
  const trials = await attempts('agent', { AGENT_MODEL: '' });
  expect(reasons(trials)[0]).toContain('AGENT_MODEL is not set');
});
