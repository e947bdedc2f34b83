import { expect, test } from 'vitest';
import { ModelError } from '../llm/languageModel.ts';
import { ScriptedModel, type ScriptedReply } from '../testing/scriptedModel.ts';
import type { OpenModel } from './io.ts';
import type { RepairJson } from './repairJson.ts';
import { runInMemory, type TestWorld } from './testRun.ts';

const nameless = `#- /data.ttl
ex:alice a ex:Person .
ex:bob a ex:Person .
#- /shapes.ttl
ex:PersonShape a sh:NodeShape ; sh:targetClass ex:Person ;
  sh:property [ sh:path ex:name ; sh:minCount 1 ; sh:datatype xsd:string ] .`;

const command = 'repair data.ttl --shapes shapes.ttl --system model:scripted';

function answer(update: string): string {
  return JSON.stringify({ why: 'people have names', answer: update });
}

const alice = answer('INSERT DATA { ex:alice ex:name "Alice" }');
const bob = answer('INSERT DATA { ex:bob ex:name "Bob" }');

/** Runs a command in a world with a model that answers as scripted. */
async function run(
  args: string,
  script: readonly [ScriptedReply, ...ScriptedReply[]],
  env: TestWorld['env'] = {},
) {
  const model = new ScriptedModel(...script);
  const opened: Parameters<OpenModel>[0][] = [];
  const openModel: OpenModel = async (endpoint) => {
    opened.push(endpoint);
    return model;
  };
  const result = await runInMemory(args, { files: nameless, openModel, env });
  return { ...result, opened, requests: model.requests };
}

test('repairs of a model are listed with its reason, and marked as its own', async () => {
  const { code, out } = await run(`${command} --format json`, [alice, bob]);
  const json = JSON.parse(out) as RepairJson;
  expect(code).toBe(1);
  expect(json.system).toBe('model:scripted');
  expect(json.violations.map(({ repairs }) => repairs.map(({ title, origin }) => [title, origin]))).toEqual([
    [['Add "Alice" as ex:name of ex:alice', 'model:scripted']],
    [['Add "Bob" as ex:name of ex:bob', 'model:scripted']],
  ]);
  expect(json.violations[0]!.repairs[0]!.evidence).toContain('people have names');
});

test('they are applied together, verified', async () => {
  const { code, written } = await run(`${command} --apply --accept-placeholders`, [alice, bob]);
  expect(code).toBe(0);
  expect(written['/data.ttl']).toContain('ex:name "Alice"');
  expect(written['/data.ttl']).toContain('ex:name "Bob"');
});

test('what the model could not repair is left, with the reason', async () => {
  const { code, out, requests } = await run(`${command} --apply --accept-placeholders --format json`, [
    alice,
    answer('DROP ALL'),
  ]);
  const json = JSON.parse(out) as RepairJson;
  expect(code).toBe(1);
  expect(json.applied).toHaveLength(1);
  expect(json.violations.map(({ reason }) => reason)).toEqual(['The model found no repair that holds.']);
  // One for alice; for bob until the model repeats itself; and not once more for the list.
  expect(requests).toHaveLength(3);
});

test('the endpoint and the key come from the command line and the environment', async () => {
  const given = await run(`${command} --base-url http://localhost:1/v1 --only none`, [alice], {
    OPENAI_API_KEY: 'sk-planted',
  });
  expect(given.code).toBe(2);
  const { opened, out, err } = await run(`${command} --base-url http://localhost:1/v1`, [alice, bob], {
    OPENAI_API_KEY: 'sk-planted',
    OPENAI_BASE_URL: 'http://localhost:2/v1',
  });
  expect(opened).toEqual([{ baseUrl: 'http://localhost:1/v1', model: 'scripted', key: 'sk-planted' }]);
  expect(out + err).not.toContain('sk-planted');
  const fromEnvironment = await run(command, [alice, bob], { OPENAI_BASE_URL: 'http://localhost:2/v1' });
  expect(fromEnvironment.opened).toEqual([
    { baseUrl: 'http://localhost:2/v1', model: 'scripted', key: undefined },
  ]);
});

test('a model that does not answer is told on stderr, and is not asked again', async () => {
  const down = new ModelError('unreachable', 'localhost:1 can’t be reached. Start the server.');
  const { code, out, err, requests } = await run(command, [down]);
  expect(code).toBe(2);
  expect(err).toContain('localhost:1 can’t be reached. Start the server.');
  expect(out).toContain('2 results');
  expect(requests).toHaveLength(1);
});

test('a dry run shows what would be sent, with its tokens, and sends nothing', async () => {
  const { code, out, opened } = await run(`${command} --strategy MG --dry-run`, [alice]);
  expect(code).toBe(1);
  expect(opened).toEqual([]);
  expect(out).toMatch(/prompt for scripted, MG, about [\d,]+ tokens:/);
  expect(out).toContain('Focus node: <http://example.org/ns#alice>');
  expect(out).toMatch(/2 prompts, about [\d,]+ tokens; nothing was sent/);
});

test('a dry run for programs has the prompts exactly as they are sent', async () => {
  const shown = await run(`${command} --dry-run --format json`, [alice]);
  const { violations, tokens } = JSON.parse(shown.out);
  const asked = await run(command, [alice, bob]);
  expect(violations.map(({ prompt }: { prompt: string }) => prompt)).toEqual(
    asked.requests.map(({ messages }) => messages[0]!.text),
  );
  expect(tokens).toBe(violations[0].tokens + violations[1].tokens);
});
