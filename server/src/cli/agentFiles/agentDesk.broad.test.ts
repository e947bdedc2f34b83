import { expect, test } from 'vitest';
import type { Summary } from '../../lab/evaluation/reports/summary.ts';
import type { Trial } from '../../lab/evaluation/run/trial.ts';
import { ModelError } from '../../repair/llm/model/languageModel.ts';
import { block } from '../../testing/fixture.ts';
import { runInMemory, type TestRun, type TestSetup } from '../../testing/runInMemory.ts';
import type { ScriptedReply } from '../../testing/scriptedModel.ts';
import { withModel } from '../evaluate/withModel.testing.ts';

const papers = block`
  #- /data.ttl
  # shapes: shapes.ttl
  ex:paper a ex:Paper ; ex:pages 12 ; ex:reviewedBy [ a ex:Professor ; ex:name "Ann" ] .
  #- /shapes.ttl
  ex:PaperShape a sh:NodeShape ; sh:targetClass ex:Paper ;
    sh:property [ sh:path ex:pages ; sh:maxCount 1 ; sh:minCount 1 ] .
  ex:ProfessorShape a sh:NodeShape ; sh:targetClass ex:Professor ; sh:property [ sh:path ex:name ; sh:minCount 1 ] .
`;

let suite: Readonly<Record<string, string>> | undefined;

/** Has an agent with these tools answer the first case in which a text occurs. */
async function attempt(
  named: string,
  tools: string,
  script: readonly [ScriptedReply, ...ScriptedReply[]],
  { more = '', left = {} }: { readonly more?: string; readonly left?: Readonly<Record<string, string>> } = {},
) {
  suite ??= Object.fromEntries(
    (await runInMemory('generate data.ttl --out suite --mix any --cross-check none', { files: papers }))
      .files,
  );
  const cases = suite['/suite/cases.jsonl']!.split('\n');
  const at = cases.findIndex((line) => line.includes(named));
  const setup = withModel(...script);
  const all: TestSetup = { files: '', texts: { ...suite, ...left }, ...setup };
  const of = cases.filter((line) => line !== '').length;
  const run = await runInMemory(
    `evaluate suite --system agent:scripted --tools ${tools} --shard ${at + 1}/${of} --out out --cross-check none --format json ${more}`,
    all,
  );
  return { run, model: setup.model };
}

const call = (name: string, input: object | string): ScriptedReply => ({
  calls: [{ id: 'c', name, input: typeof input === 'string' ? input : JSON.stringify(input) }],
});
const files = ['data.ttl'];
const verify = (update: string) => call('verify_change', { files, update });
const write = (update: string) => call('write_change', { files, update });

function trialOf({ files: left }: TestRun): Trial {
  return JSON.parse(left.get('/out/trials.jsonl')!);
}

const agentOf = ({ out }: TestRun) => (JSON.parse(out) as Summary).cells[0]!.agent;
const toldOf = (model: {
  readonly requests: readonly { readonly messages: readonly { text: string }[] }[];
}) => model.requests.slice(1).map(({ messages }) => messages.at(-1)!.text);

test('without tools, the answer of an agent is written as it is', async () => {
  const answer = JSON.stringify({ why: 'x', answer: 'DELETE WHERE { ex:paper ex:pages ?n }' });
  const { run, model } = await attempt('MaxCount', 'none', [answer]);
  expect([run.code, run.err]).toEqual([0, 'The run is in out.\n']);
  expect(model.requests.map(({ tools }) => tools)).toEqual([undefined]);
  expect(agentOf(run)).toEqual({
    holds: 0,
    writes: 1,
    breakingWrites: 1,
    introduced: 1,
    requests: 1,
    calls: 0,
  });
  expect(run.files.get('/out/report.md')).toMatch(
    /agent:scripted tools=none \| 0\.00 +\| 1 +\| 1 +\| 1 +\| 1\.0 +\| 0\.0 +\| 110 /,
  );
});

test('with validate, an agent writes what it likes, and each write counts that brings a result', async () => {
  const { run, model } = await attempt('MaxCount', 'validate', [
    write('DELETE WHERE { ex:paper ex:pages ?n }'),
    call('validate', { files }),
    write('INSERT DATA { ex:paper ex:pages 12 }'),
    call('validate', { files }),
    'Done.',
  ]);
  expect(model.requests[0]!.tools!.map(({ name }) => name)).toEqual(['validate', 'write_change']);
  expect(toldOf(model).map((text) => JSON.parse(text).verdict)).toEqual([
    undefined,
    'violates',
    undefined,
    'conforms',
  ]);
  expect(agentOf(run)).toEqual({
    holds: 1,
    writes: 2,
    breakingWrites: 1,
    introduced: 1,
    requests: 5,
    calls: 4,
  });
  const [round] = trialOf(run).rounds;
  expect(round!.work).toMatchObject({ introduced: [1, 0] });
  expect(round!.asked!.usage).toEqual({ input: 500, output: 50, estimated: false });
  expect(round!.scores).toMatchObject({ semantic: true, isomorphism: true });
});

test('with verify, only what was verified to hold is written', async () => {
  const breaks = 'DELETE WHERE { ex:paper ex:pages ?n }';
  const { run, model } = await attempt('MaxCount', 'verify', [
    verify(breaks),
    call('apply_change', { key: '0123456789ab' }),
    call('write_change', { files, update: breaks }),
    call('apply_change', { file: 'data.ttl' }),
    call('validate', '{"files": ["data'),
    'I give up.',
  ]);
  const told = toldOf(model);
  expect(JSON.parse(told[0]!)).toMatchObject({ verdict: 'introduces', key: null });
  expect(told.slice(1)).toEqual([
    'no change with the key 0123456789ab was verified here. Verify it first.',
    'There is no tool write_change.',
    expect.stringContaining('The input of apply_change is wrong'),
    expect.stringContaining('The input of validate is wrong'),
  ]);
  expect(agentOf(run)).toMatchObject({ holds: 0, writes: 0, introduced: 0, requests: 6, calls: 5 });
  expect(trialOf(run).rounds[0]).toMatchObject({ update: null });
});

test('a tool that is called what objects have by themselves is told not to be there', async () => {
  const { run, model } = await attempt('MaxCount', 'verify', [call('constructor', {}), 'I give up.']);
  expect([run.code, toldOf(model)]).toEqual([0, ['There is no tool constructor.']]);
});

test('blank nodes have the names of the prompt, and what was written is the answer, also from recorded answers', async () => {
  const looked = await attempt('#name>', 'verify', [call('validate', { files }), 'I give up.']);
  const [node] = /<urn:x-bnode:[^>]+>/.exec(toldOf(looked.model).join())!;
  expect(looked.model.requests[0]!.messages[0]!.text).toContain(node);
  const repair = verify(`INSERT DATA { ${node} ex:name "Ann" }`);
  const verified = await attempt('#name>', 'verify', [repair, 'I give up.']);
  const { key } = JSON.parse(toldOf(verified.model)[0]!);
  const { run } = await attempt('#name>', 'verify', [repair, call('apply_change', { key }), 'Done.']);
  expect(agentOf(run)).toMatchObject({ holds: 1, writes: 1, introduced: 0, requests: 3, calls: 2 });
  const recorded = [...run.files].filter(([path]) => path.startsWith('/out/'));
  const again = await attempt('#name>', 'verify', [new ModelError('server', 'Nobody is there.')], {
    more: '--replay before',
    left: Object.fromEntries(recorded.map(([path, text]) => [path.replace('/out/', '/before/'), text])),
  });
  expect([again.run.code, again.model.requests]).toEqual([0, []]);
  expect(agentOf(again.run)).toEqual(agentOf(run));
});

test('a syntax error that an agent leaves is its failure', async () => {
  const { run } = await attempt('MaxCount', 'validate', [
    call('write_change', { files, text: 'ex:a ex:b' }),
    'Done.',
  ]);
  expect(trialOf(run)).toMatchObject({
    failure: { kind: 'syntax', message: expect.stringContaining('It left a syntax error in line 1') },
    rounds: [{ update: null }],
  });
});

test.each([
  ['--system agent:x --tools some', "--tools can't be 'some': give none, validate, verify or all."],
  ['--system noop --tools verify', '--tools is for agents: give --system agent:ID.'],
  ['--system agent:x --batch', 'agents make one request after the other: leave --batch out.'],
  ['--system agent:x --export-prompts there', 'agents make one request after the other'],
  ['--system agent:x --strategy all', 'agents are shown one thing: give one --strategy.'],
])('%s is refused', async (given, why) => {
  const { code, err } = await runInMemory(`evaluate suite ${given} --out out`, { files: '' });
  expect([code, err]).toEqual([2, expect.stringContaining(why)]);
});
