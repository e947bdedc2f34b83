import { execFile } from 'node:child_process';
import { appendFileSync, cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { RepairJson } from '../../service/report/repairJson.ts';
import { fails, type ScriptedEndpoint, says, scriptedEndpoint } from '../../testing/scriptedEndpoint.ts';

// The built program and a real endpoint: `npm run test:slow` builds first.
const root = fileURLToPath(new URL('../../../..', import.meta.url));
const key = 'sk-planted-1234';
let folder: string;
let endpoint: ScriptedEndpoint;

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'shacl-repair-cli-'));
  cpSync(path.join(root, 'test-fixtures/demo'), folder, { recursive: true });
});
afterEach(async () => {
  await endpoint.close();
  rmSync(folder, { recursive: true });
});

test('a model repairs what it can over the network, and the key is nowhere but in its header', async () => {
  endpoint = await scriptedEndpoint((request, response) => {
    const isKnown = request.body.messages[0]!.content.includes('Value: "0.3048"');
    const update = isKnown
      ? 'DELETE DATA { unit:FT qudt:conversionMultiplier "0.3048" } ; INSERT DATA { unit:FT qudt:conversionMultiplier 0.3048 }'
      : 'DROP ALL';
    says(JSON.stringify({ why: 'a number', answer: update }))(request, response);
  });
  const args = ['--system', 'model:gpt-test', '--base-url', endpoint.baseUrl, '--format', 'json'];
  const { code, out, err } = await run(['repair', 'units.ttl', ...args]);
  const { violations } = JSON.parse(out) as RepairJson;
  expect(code).toBe(1);
  expect(violations.flatMap(({ repairs }) => repairs).map(({ title, origin }) => [title, origin])).toEqual([
    ['Change "0.3048" to 0.3048', 'model:gpt-test'],
  ]);
  expect(new Set(endpoint.requests.map(({ headers }) => headers.authorization))).toEqual(
    new Set([`Bearer ${key}`]),
  );
  expect(out + err + JSON.stringify(endpoint.requests.map(({ body }) => body))).not.toContain(key);
});

test('an endpoint that refuses the key is named, and the key is not', async () => {
  endpoint = await scriptedEndpoint(fails(401, { message: `wrong key ${key}` }));
  const args = ['--system', 'model:gpt-test', '--base-url', endpoint.baseUrl];
  const { code, out, err } = await run(['repair', 'units.ttl', ...args]);
  expect(code).toBe(2);
  expect(err).toContain(`${endpoint.host} refused the API key`);
  expect(endpoint.requests).toHaveLength(1);
  expect(out + err).not.toContain(key);
});

test('answers that are kept are taken from the folder, which has no key, and bad lines are named', async () => {
  endpoint = await scriptedEndpoint(says(JSON.stringify({ answer: `DROP ALL # ${key}` })));
  const args = ['repair', 'units.ttl', '--answers', 'kept', '--format', 'json'];
  const model = ['--system', 'model:gpt-test', '--base-url', endpoint.baseUrl];
  const first = await run([...args, ...model]);
  expect(first.code).toBe(1);
  const { length } = endpoint.requests;
  const file = path.join(folder, 'kept/answers.jsonl');
  expect(readFileSync(file, 'utf8')).not.toContain(key);
  appendFileSync(file, '{"key":"half of');
  const second = await run([...args, ...model]);
  expect(endpoint.requests).toHaveLength(length);
  expect(second.err).toMatch(/kept.answers\.jsonl, line \d+: this answer can't be read/);
  expect(second.err).toContain('cached');
  const { stats: _, model: took, ...rest } = JSON.parse(first.out) as RepairJson;
  expect(JSON.parse(second.out)).toMatchObject(rest);
  expect(took).toMatchObject({ fromCache: 0, cost: null });
});

function run(args: readonly string[]): Promise<{ code: number; out: string; err: string }> {
  const options = { cwd: folder, env: { ...process.env, OPENAI_API_KEY: key }, maxBuffer: 1 << 28 };
  return new Promise((resolve) => {
    const command = [path.join(root, 'dist/cli.js'), ...args];
    const child = execFile(process.execPath, command, options, (_, out, err) =>
      resolve({ code: child.exitCode ?? -1, out, err }),
    );
  });
}
