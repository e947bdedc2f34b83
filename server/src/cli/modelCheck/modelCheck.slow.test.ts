import { describe, expect, test } from 'vitest';
import type { CheckReport } from '../../lab/tasks/check/checkReport.ts';
import type { CheckTrial } from '../../lab/tasks/check/checkRun.ts';
import type { LanguageModel, ModelRequest } from '../../repair/llm/model/languageModel.ts';
import { ModelError } from '../../repair/llm/model/languageModel.ts';
import { block } from '../../testing/fixture.ts';
import { runInMemory, type TestRun, type TestSetup } from '../../testing/runInMemory.ts';
import { rightAnswer } from '../../testing/taskAnswers.ts';

const nothing = block`
  #- /unrelated.ttl
  ex:a ex:b 1 .`;

/** A model that answers each question by a function of it, and what it was asked. */
function withModel(answer: (request: ModelRequest) => string) {
  const requests: ModelRequest[] = [];
  const model: LanguageModel = {
    id: 'scripted',
    async complete(request) {
      requests.push(request);
      return {
        text: answer(request),
        finish: 'done',
        usage: { input: 100, output: 10, estimated: false },
        model: 'scripted-1',
        format: 'prompt',
        ms: 1,
        fromCache: false,
      };
    },
  };
  const kept = new Map();
  return {
    requests,
    openModel: async () => ({ model, url: 'http://localhost/v1' }),
    openAnswers: async () => ({
      get: async (key: string) => kept.get(key),
      put: async (key: string, value: unknown) => void kept.set(key, value),
    }),
  };
}

const right = ({ messages }: ModelRequest) => rightAnswer(messages[0]!.text);
const check = (args: string, setup: Partial<TestSetup>) =>
  runInMemory(`model-check --model scripted --out out --format json ${args}`, { files: nothing, ...setup });
const report = ({ out }: TestRun): CheckReport => JSON.parse(out);
const trials = ({ files }: TestRun): readonly CheckTrial[] =>
  files
    .get('/out/trials.jsonl')!
    .split('\n')
    .slice(0, -1)
    .map((line) => JSON.parse(line));

test('a model that does all as it is told may be taken as it is', async () => {
  const setup = withModel(right);
  const run = await check('--repeat 2 --sizes 1000,2000', setup);
  expect([run.code, run.err]).toEqual([0, 'The run is in out.\n']);
  const [model] = report(run).models;
  expect(model).toMatchObject({ discipline: 'go', missing: 0, cost: null });
  expect(
    model!.tasks.map(({ task, readings }) => `${task} ${readings.strict?.mean} ${readings.strict?.count}`),
  ).toEqual(['T1 1 2', 'T2 1 2', 'T2L 1 2', 'T3 1 4', 'T4 1 4', 'T5 1 2']);
  expect(model!.tasks[4]!.sizes.map(({ size, scores }) => [size, scores['0_f1']?.count])).toEqual([
    [1000, 2],
    [2000, 2],
  ]);
  expect(run.files.get('/out/report.md')).toContain('| scripted | go ');
});

test('one that wraps its answers is told from one that knows nothing', async () => {
  const wrap = (request: ModelRequest) => `Sure!\n\`\`\`\n${right(request)}\n\`\`\``;
  const wrapping = report(await check('--tasks t1,T2,T4 --repeat 1 --sizes 1000', withModel(wrap)))
    .models[0]!;
  expect(wrapping.discipline).toBe('noGo');
  expect(wrapping.tasks.map(({ gap, discipline }) => [gap! > 0.1, discipline])).toEqual([
    // The lines of a list count by themselves.
    [true, 'noGo'],
    [true, 'noGo'],
    [true, 'noGo'],
  ]);
  const silent = report(
    await check(
      '--tasks T2,T5 --repeat 1',
      withModel(() => 'I cannot help.'),
    ),
  ).models[0]!;
  expect([silent.discipline, ...silent.tasks.map(({ discipline }) => discipline)]).toEqual([
    'unknown',
    'unknown',
    'unknown',
  ]);
});

test('a model that may answer again is told what is wrong', async () => {
  const setup = withModel(({ messages }) => {
    const answer = rightAnswer(messages[0]!.text);
    return messages.length > 1 ? answer : answer.replace('] .', ']');
  });
  const run = await check('--tasks T2 --repeat 1 --rounds 3', setup);
  expect(setup.requests).toHaveLength(2);
  expect(setup.requests[1]!.messages.at(-1)!.text).toContain('Your answer is not valid Turtle:');
  const { scores } = report(run).models[0]!.tasks[0]!;
  const mean = (name: string) => scores[name]?.mean;
  expect(['0', '1', 'last', 'max'].map((round) => mean(`${round}_lenient.f1`))).toEqual([0, 1, 1, 1]);
  expect(run.files.get('/out/report.md')).toContain('after feedback');
});

test('repeats may have several temperatures in turn, which the report tells apart', async () => {
  const setup = withModel((request) => (request.temperature === 0 ? right(request) : ''));
  const run = await check('--tasks T1 --repeat 3 --temperature 0,0.7', setup);
  // They are asked side by side.
  const asked = setup.requests.map(({ temperature }) => temperature ?? Number.NaN);
  expect(asked.toSorted((one, other) => one - other)).toEqual([0, 0, 0.7]);
  const { temperatures } = report(run).models[0]!.tasks[0]!;
  expect(
    temperatures.map(({ temperature, scores }) => [
      temperature,
      scores['0_strict.f1']!.count,
      scores['0_strict.f1']!.mean,
    ]),
  ).toEqual([
    [0, 2, 1],
    [0.7, 1, 0],
  ]);
  expect(run.files.get('/out/report.md')).toContain('by temperature');
});

test('--wording paper asks in the words of the paper, and the run says so', async () => {
  const setup = withModel(() => '');
  const run = await check('--tasks T3 --sizes 2000 --repeat 1 --wording paper', setup);
  expect(setup.requests[0]!.messages[0]!.text).toContain('20 different objects of type foaf:person');
  expect(report(run).run.wording).toBe('paper');
  expect(run.files.get('/out/report.md')).toContain('Tasks worded as published.');
});

test('--syntax asks with graphs in another syntax, and leaves out what is about Turtle itself', async () => {
  const setup = withModel(() => '');
  const run = await check('--repeat 1 --sizes 1000 --syntax jsonld', setup);
  expect(report(run).models[0]!.tasks.map(({ task }) => task)).toEqual(['T1', 'T2', 'T3', 'T4', 'T5']);
  // Requests of several tasks are made at once.
  expect(setup.requests.map(({ messages }) => messages[0]!.text).join()).toContain('"@graph"');
  expect(run.files.get('/out/report.md')).toContain('Graphs in JSON-LD.');
  const refused = await check('--tasks T2L --syntax ntriples', setup);
  expect(refused.err).toContain("--tasks can't be 'T2L': give T1, T2, T3, T4 or T5.");
});

describe('a run that was interrupted', () => {
  const args = '--tasks T1,T4 --repeat 2 --sizes 1000';
  const leftBy = ({ files }: TestRun, edit: (text: string) => string) => {
    const texts = Object.fromEntries([...files].filter(([path]) => path.startsWith('/out')));
    return { ...texts, '/out/trials.jsonl': edit(texts['/out/trials.jsonl']!) };
  };

  test('goes on with what is not recorded, half a line included', async () => {
    const whole = await check(args, withModel(right));
    const texts = leftBy(whole, (text) => text.split('\n').slice(0, 2).join('\n'));
    const setup = withModel(right);
    const resumed = await check(`${args} --resume`, { ...setup, texts });
    expect([resumed.code, resumed.err]).toEqual([0, 'Going on: 1 trial recorded.\nThe run is in out.\n']);
    expect(setup.requests).toHaveLength(3);
    expect(new Set(trials(resumed).map(({ task, repeat }) => `${task} ${repeat}`)).size).toBe(4);
  });

  test('says which line can not be read', async () => {
    const texts = leftBy(await check(args, withModel(right)), (text) => text.replace('\n', '\n{"model":\n'));
    const resumed = await check(`${args} --resume`, { texts });
    expect(resumed.err).toContain("out/trials.jsonl:2: 1 line can't be read (it is not JSON: ");
  });

  test.each([
    ['what was asked counts against the budget', false, 2],
    ['what was known from before does not', true, 0],
  ])('%s', async (_, fromCache, code) => {
    const whole = await check('--tasks T1 --repeat 2', withModel(right));
    const [first] = trials(whole);
    const rounds = first!.rounds.map((round) => ({ ...round, asked: { ...round.asked, fromCache } }));
    // The trial that is recorded takes 0.10 USD, the other one may take 0.43 USD.
    const texts = {
      ...leftBy(whole, () => `${JSON.stringify({ ...first, rounds, cost: 0.1 })}\n`),
      '/prices.json': JSON.stringify([{ model: 'scripted', from: '2025-01-01', input: 1000, output: 0 }]),
    };
    const resuming = '--tasks T1 --repeat 2 --resume --prices prices.json --max-cost 0.5';
    const resumed = await check(resuming, { ...withModel(right), texts });
    expect(resumed.code).toBe(code);
  });

  test('is not begun anew over what is recorded, nor with other options', async () => {
    const texts = leftBy(await check(args, withModel(right)), (text) => text);
    const anew = await check(args, { texts });
    expect([anew.code, anew.err]).toEqual([2, expect.stringContaining('Continue it with --resume')]);
    const other = await check(`${args} --resume --rounds 2`, { texts });
    expect([other.code, other.err]).toEqual([2, expect.stringContaining('other options')]);
  });

  test('by an endpoint that refuses the key says so, and records nothing', async () => {
    const setup = withModel(() => {
      throw new ModelError('key', 'The key is no good.');
    });
    const run = await check(args, setup);
    expect([run.code, run.err]).toEqual([2, expect.stringContaining('The key is no good.')]);
    expect(report(run).models[0]).toMatchObject({ missing: 4, discipline: 'unknown' });
  });
});

test('what asking would take is said without asking', async () => {
  const run = await runInMemory('model-check --model a --tasks T1,T3 --repeat 2 --dry-run', {
    files: nothing,
  });
  expect(run.out).toMatchInlineSnapshot(`
    "a T1: 2 requests, about 870 input tokens, price unknown (give --prices)
    a T3: 16 requests, about 1,520 input tokens, price unknown (give --prices)
    Estimates; nothing was sent.
    "
  `);
});

test.each([
  ['', 'give the id of a model'],
  ['--model a', 'give the folder'],
  ['--model a --out o --tasks T9', "--tasks can't be 'T9': give T1, T2, T2L, T3, T4 or T5."],
  ['--model a --out o --sizes 12', "--sizes can't be '12'"],
  ['--model a --out o --rounds 4', "--rounds can't be '4'"],
])('%s is refused', async (args, message) => {
  const run = await runInMemory(`model-check ${args}`, { files: nothing });
  expect([run.code, run.err]).toEqual([2, expect.stringContaining(message)]);
});
