import { expect, test } from 'vitest';
import { machineOf, sheetText, sheetTurtle } from '../../lab/tasks/questions/factsTask.ts';
import { officeCast, officeTurtle } from '../../lab/tasks/questions/officeGraph.ts';
import { syntaxFacts } from '../../lab/tasks/syntax/graphSyntax.ts';
import { runInMemory } from '../../testing/runInMemory.ts';
import { ScriptedModel } from '../../testing/scriptedModel.ts';

// Made as the published files are, of graphs of our own.
const graph = officeTurtle(officeCast(1));
const cast = officeCast(1);
const way = ['', '', '', '', ''].map((_, i) => {
  const [from, to] = cast.people;
  const [first, second] = cast.units;
  return cast.namespace + [from.name, first.name, cast.organization, second.name, to.name][i];
});
const broken = syntaxFacts.turtle.withErrors(graph);
const reference = sheetTurtle(machineOf(1)).replaceAll(
  'https://example.org/workshop/',
  'https://elsewhere.example/',
);
const files = {
  '/copy/T1/prompt.txt': `Find the way.\n\n${graph}`,
  '/copy/T1/graph.ttl': graph,
  '/copy/T1/expected.txt': `${way.join('\r\n')}\r\n`,
  '/copy/T2/prompt.txt': `Find the errors.\n\n${broken}`,
  '/copy/T2/broken.ttl': broken,
  '/copy/T2/correct.ttl': graph,
  '/copy/T5/prompt.txt': `Extract the facts.\n\n${sheetText(machineOf(1))}`,
  '/copy/T5/reference.ttl': reference,
};

const check = (args: string, texts: Readonly<Record<string, string>>, model = new ScriptedModel('no')) =>
  runInMemory(`model-check --model scripted --repeat 1 --out out --format json ${args}`, {
    files: '',
    texts,
    openModel: async () => ({ model, url: 'http://localhost/v1' }),
    openAnswers: async () => ({ get: async () => undefined, put: async () => {} }),
  });

test('--originals asks with the files of a folder, and scores by them', async () => {
  const model = new ScriptedModel(way.join('\n'), graph, 'x', reference);
  const run = await check('--originals copy --tasks T1,T2,T4,T5 --sizes 1000 --concurrency 1', files, model);
  expect(run.err).toBe('The run is in out.\n');
  expect(model.requests.map(({ messages }) => messages[0]!.text.split('\n', 1)[0])).toEqual([
    'Find the way.',
    'Find the errors.',
    expect.stringContaining('Please name the person which is known by the most persons'),
    'Extract the facts.',
  ]);
  const report = JSON.parse(run.out);
  expect(report.run).toMatchObject({ wording: 'paper', originals: expect.stringMatching(/^[0-9a-f]{64}$/) });
  const means = report.models[0].tasks.map(
    (each: { readings: { strict: { mean: number } } }) => each.readings.strict.mean,
  );
  expect(means).toEqual([1, 1, 0, 1]);
  const facts = report.models[0].tasks[3].scores;
  expect(['printMat', 'supportMat', 'dimValues', 'dimUnit'].map((part) => facts[`0_${part}F1`].mean)).toEqual(
    [1, 1, 1, 1],
  );
});

test('a run goes on with the same files only', async () => {
  const first = await check('--originals copy --tasks T2', files);
  const texts = Object.fromEntries(first.files);
  expect((await check('--originals copy --tasks T2 --resume', texts)).code).toBe(0);
  const changed = { ...texts, '/copy/T2/correct.ttl': `${graph}# changed\n` };
  expect((await check('--originals copy --tasks T2 --resume', changed)).err).toContain('other options');
});

const without = (...names: readonly string[]) =>
  Object.fromEntries(Object.entries(files).filter(([name]) => !names.includes(name)));

test.each([
  ['a missing file', without('/copy/T1/graph.ttl'), 'T1/graph.ttl is missing.'],
  ['an empty file', { ...files, '/copy/T5/prompt.txt': ' \n' }, 'T5/prompt.txt is empty.'],
  ['no Turtle', { ...files, '/copy/T5/reference.ttl': 'no' }, 'T5/reference.ttl is not Turtle: line 1, '],
  [
    'no error to correct',
    { ...files, '/copy/T2/broken.ttl': graph, '/copy/T2/prompt.txt': graph },
    'T2/broken.ttl has no syntax error.',
  ],
  [
    'another question',
    { ...files, '/copy/T2/prompt.txt': 'Find the errors.' },
    'T2/prompt.txt does not have the text of broken.ttl in it.',
  ],
  [
    'no way',
    { ...files, '/copy/T1/expected.txt': `${way[0]}\n${way[4]}` },
    'T1/expected.txt is not a path through graph.ttl',
  ],
])('a folder with %s is refused before anything is asked', async (_, texts, problem) => {
  const model = new ScriptedModel('no');
  const { code, err } = await check('--originals copy', texts, model);
  expect([code, model.requests.length]).toEqual([2, 0]);
  expect(err).toContain(`--originals copy can't be used. ${problem}`);
});

test('files of tasks that are not asked are not needed', async () => {
  const { code } = await check(
    '--originals copy --tasks T5',
    without('/copy/T1/graph.ttl', '/copy/T2/prompt.txt'),
  );
  expect(code).toBe(0);
});
