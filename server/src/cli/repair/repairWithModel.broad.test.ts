import { expect, test } from 'vitest';
import type { OpenModel } from '../../languageServer/jobs/ports.ts';
import { type ModelAnswer, ModelError } from '../../repair/llm/model/languageModel.ts';
import type { RepairJson } from '../../service/report/repairJson.ts';
import { runInMemory, type TestSetup } from '../../testing/runInMemory.ts';
import { ScriptedModel, type ScriptedReply } from '../../testing/scriptedModel.ts';

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

interface RunOptions extends Pick<TestSetup, 'env' | 'texts'> {
  /** What is kept of answers. */
  readonly answers?: Map<string, ModelAnswer>;
}

/** Runs a command in a setup with a model that answers as scripted. */
async function run(
  args: string,
  script: readonly [ScriptedReply, ...ScriptedReply[]],
  { env = {}, texts = {}, answers = new Map<string, ModelAnswer>() }: RunOptions = {},
) {
  const model = new ScriptedModel(...script);
  const opened: Parameters<OpenModel>[0][] = [];
  const openModel: OpenModel = async (endpoint) => {
    opened.push(endpoint);
    return { model, url: endpoint.baseUrl };
  };
  const openAnswers = async () => ({
    get: async (key: string) => answers.get(key),
    put: async (key: string, kept: ModelAnswer) => void answers.set(key, kept),
  });
  const setup = { files: nameless, openModel, openAnswers, env, texts };
  const result = await runInMemory(args, setup);
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
  expect(json.violations[0]!.repairs[0]!.evidence[0]!.words).toContain('people have names');
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
  expect(json.violations.map(({ reason }) => reason)).toEqual([
    "None of scripted's answers repairs this violation.",
  ]);
  // One for alice; for bob until the model repeats itself; and not once more for the list.
  expect(requests).toHaveLength(3);
});

test('the endpoint and the key come from the command line and the environment', async () => {
  const given = await run(`${command} --base-url http://localhost:1/v1 --only none`, [alice], {
    env: { OPENAI_API_KEY: 'sk-planted' },
  });
  expect(given.code).toBe(2);
  const { opened, out, err } = await run(`${command} --base-url http://localhost:1/v1`, [alice, bob], {
    env: { OPENAI_API_KEY: 'sk-planted', OPENAI_BASE_URL: 'http://localhost:2/v1' },
  });
  expect(opened).toMatchObject([{ baseUrl: 'http://localhost:1/v1', model: 'scripted', key: 'sk-planted' }]);
  expect(out + err).not.toContain('sk-planted');
  const env = { OPENAI_BASE_URL: 'http://localhost:2/v1' };
  const fromEnvironment = await run(command, [alice, bob], { env });
  expect(fromEnvironment.opened).toMatchObject([
    { baseUrl: 'http://localhost:2/v1', model: 'scripted', key: undefined },
  ]);
});

test('without an id the model is the one of the environment', async () => {
  const named = 'repair data.ttl --shapes shapes.ttl --system model';
  const { opened } = await run(named, [alice, bob], { env: { OPENAI_MODEL: 'tiny' } });
  expect(opened).toMatchObject([{ model: 'tiny' }]);
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

test('prefixes that only the shapes have are in scope for prompts and answers', async () => {
  const files = `#- /data.ttl
ex:alice a ex:Person .
#- /shapes.ttl
@prefix own: <http://own.example/> . @prefix ex: <http://example.org/ns#> . @prefix sh: <http://www.w3.org/ns/shacl#> .
ex:PersonShape a sh:NodeShape ; sh:targetClass ex:Person ;
  sh:property [ sh:path own:name ; sh:minCount 1 ] .`;
  const model = new ScriptedModel(answer('INSERT DATA { ex:alice own:name "Alice" }'));
  const openModel: OpenModel = async () => ({ model, url: 'http://localhost/v1' });
  const { out } = await runInMemory(command, { files, openModel });
  expect(model.requests[0]!.messages[0]!.text).toContain('PREFIX own: <http://own.example/>');
  expect(out).toContain('Add "Alice" as own:name of ex:alice');
});

test('a model that chooses is shown what was found without it, and its choice counts', async () => {
  const choose = command.replace('model:', 'choose:');
  const { out, requests } = await run(`${choose} --format json`, [answer('Option 1'), bob]);
  expect(requests[0]!.messages[0]!.text).toContain('Option 1: ');
  const { system, violations } = JSON.parse(out) as RepairJson;
  expect(system).toBe('choose:scripted');
  expect(violations.map(({ repairs }) => repairs.map(({ origin }) => origin))).toEqual([
    ['symbolic'],
    ['model:scripted'],
  ]);
});

test('several conversations give several repairs', async () => {
  const anna = answer('INSERT DATA { ex:alice ex:name "Anna" }');
  const { out, requests } = await run(`${command} --candidates 2 --format json`, [alice, anna, bob]);
  const { violations } = JSON.parse(out) as RepairJson;
  expect(violations.map(({ repairs }) => repairs.length)).toEqual([2, 1]);
  // The conversations about one result go on side by side, so either may ask first.
  const asked = requests.map(({ temperature, seed }) => `${temperature} ${seed}`);
  for (const both of [asked.slice(0, 2), asked.slice(2)])
    expect(both.toSorted()).toEqual(['0 undefined', '0.7 1']);
});

test('how a model is asked comes from the settings of the folder, which model and where does not', async () => {
  const settings = {
    'shaclRepair.model.strategy': 'choose:MG',
    'shaclRepair.model.maxRounds': 1,
    'shaclRepair.model.temperature': 0.5,
    'shaclRepair.model.timeout': 5000,
    'shaclRepair.model.baseUrl': 'http://elsewhere.example/v1',
    'shaclRepair.model.id': 'other',
    'shaclRepair.model.maxCost': 0,
  };
  const texts = { '/.vscode/settings.json': JSON.stringify(settings) };
  const { opened, requests } = await run(command, [answer('DROP ALL')], { texts });
  expect(opened).toMatchObject([{ baseUrl: 'https://api.openai.com/v1', model: 'scripted', timeout: 5000 }]);
  expect(requests.map(({ temperature }) => temperature)).toEqual([0.5, 0.5]);
  expect(requests[0]!.messages[0]!.text).not.toContain('Option 1: ');
});

test('answers that are kept are not asked for again', async () => {
  const answers = new Map<string, ModelAnswer>();
  const first = await run(`${command} --answers kept`, [alice, bob], { answers });
  expect(first.err).toContain('scripted: 2 answers, 220 tokens, price unknown (give --prices)\n');
  const second = await run(`${command} --answers kept`, [answer('DROP ALL')], { answers });
  expect(second.requests).toEqual([]);
  expect(second.out).toBe(first.out);
  expect(second.err).toContain('scripted: 2 answers, cached\n');
});

const prices = JSON.stringify([{ model: 'scripted', from: '2025-01-01', input: 1000, output: 1000 }]);

test('what asking took is told, and what it cost', async () => {
  const texts = { '/prices.json': prices };
  const { err, out } = await run(`${command} --prices prices.json --format json`, [alice, bob], { texts });
  expect(err).toContain('scripted: 2 answers, 220 tokens, $0.22\n');
  expect((JSON.parse(out) as RepairJson).model).toEqual({
    id: 'scripted',
    strategy: 'SF+',
    answers: 2,
    fromCache: 0,
    inputTokens: 200,
    outputTokens: 20,
    estimated: false,
    cost: 0.22,
  });
});

test('a model is asked as long as there is money left', async () => {
  const texts = { '/prices.json': prices };
  const { code, err, requests } = await run(
    `${command} --prices prices.json --max-cost 3`,
    [{ text: alice, usage: { input: 1000, output: 500, estimated: false } }, bob],
    { texts },
  );
  expect(code).toBe(2);
  expect(requests).toHaveLength(1);
  expect(err).toMatch(
    /A call of “scripted” may cost \$2\.\d\d, but \$1\.50 of the budget of \$3\.00 is already spent\./,
  );
});

test('without a price no budget is kept', async () => {
  const { code, err, requests } = await run(`${command} --max-cost 3`, [alice]);
  expect(code).toBe(2);
  expect(requests).toEqual([]);
  expect(err).toContain("The price of “scripted” is not known, so a budget can't be enforced.");
});

test.each([
  ['--candidates 11', "--candidates can't be '11': give a whole number from 1 to 10."],
  ['--candidates 0', "--candidates can't be '0': give a whole number from 1 to 10."],
  ['--max-cost much', "--max-cost can't be 'much': give USD, such as 0.50."],
  ['--strategy choose:SF+', "--strategy can't be 'choose:SF+': give MG,"],
  ['--prices none.json', "--prices: none.json can't be read:"],
  ['--prices data.ttl', '--prices: data.ttl is not JSON:'],
  ['--prices prices.json', '--prices: prices.json, entry 1: model must be the id of a model'],
])('%s is refused before anything is asked', async (option, message) => {
  const texts = { '/prices.json': '[{}]' };
  const { code, err, opened } = await run(`${command} ${option}`, [alice], { texts });
  expect(code).toBe(2);
  expect(err).toContain(message);
  expect(opened).toEqual([]);
});

test.each(['--candidates 2', '--max-cost 1', '--prices a', '--answers a', '--strategy MG', '--base-url a'])(
  '%s is for models',
  async (option) => {
    const { code, err } = await run(`repair data.ttl --shapes shapes.ttl ${option}`, [alice]);
    expect(code).toBe(2);
    expect(err).toContain(`${option.split(' ')[0]} is for models: give --system model:ID with it.`);
  },
);
