import { expect, test } from 'vitest';
import type { Trial } from '../../lab/evaluation/run/trial.ts';
import { block } from '../../testing/fixture.ts';
import { runInMemory, type TestRun } from '../../testing/runInMemory.ts';

const papers = {
  files: block`
    #- /data.ttl
    # shapes: shapes.ttl
    ex:paper a ex:Paper ; ex:reviewedBy ex:alice, [ a ex:Professor ] ; ex:pages 12 .
    ex:alice a ex:Professor .
    #- /shapes.ttl
    ex:PaperShape a sh:NodeShape ; sh:targetClass ex:Paper ;
      sh:property [ sh:path ex:reviewedBy ; sh:minCount 1 ; sh:class ex:Professor ] ;
      sh:property [ sh:path ex:pages ; sh:datatype xsd:integer ; sh:maxInclusive 20 ] .`,
};
const args = 'evaluate suite --system person:ada --export-cases hand --cross-check none --out out';

const after = ({ files }: TestRun, changes: Readonly<Record<string, string>> = {}) => ({
  files: '',
  texts: { ...Object.fromEntries(files), ...changes },
});
const casesIn = ({ files }: TestRun) =>
  [...files.keys()].filter((path) => /^\/hand\/.*\.ttl$/.test(path)).sort((a, b) => (a < b ? -1 : 1));
const trials = ({ files }: TestRun): readonly Trial[] =>
  (files.get('/out/trials.jsonl') ?? '')
    .split('\n')
    .slice(0, -1)
    .map((line) => JSON.parse(line));

async function exported(more = ''): Promise<TestRun> {
  const made = await runInMemory('generate data.ttl --out suite --cross-check none', papers);
  expect(made.code, made.err).toBe(0);
  return runInMemory(`${args} ${more}`, after(made));
}

test('cases are written as files that are linked to their shapes, and nothing is recorded', async () => {
  const run = await exported();
  expect([run.code, run.err]).toEqual([
    0,
    '4 cases wait for an answer in hand. Repair the files there; the same command with --resume scores those that you have changed.\nThe run is in out.\n',
  ]);
  const [first, ...others] = casesIn(run);
  expect([others.length, trials(run)]).toEqual([3, []]);
  expect(run.files.get(first!)).toMatch(/^# shapes: \.\.\/suite\/manifest\.ttl\n/);
  const validated = await runInMemory(['validate', first!.slice(1)], after(run));
  expect(validated.code).toBe(1);
});

test('what a person has changed is scored as the answer of any system; the rest goes on waiting', async () => {
  const run = await exported();
  const graph = run.files.get('/suite/graph.ttl')!;
  const [first, second, third] = casesIn(run) as [string, string, string];
  const half = await runInMemory(
    `${args} --resume`,
    after(run, {
      // As before the case, typed anew.
      [first]: graph,
      // An edit that repairs nothing.
      [second]: `${run.files.get(second)}\nex:paper ex:note "seen" .\n`,
      // In the middle of an edit.
      [third]: `${run.files.get(third)}ex:paper ex:pages `,
    }),
  );
  expect(half.code).toBe(0);
  const lines = run.files.get(third)!.split('\n').length;
  expect(half.err).toContain(`hand${third.slice('/hand'.length)}:${lines}: `);
  expect(half.err).toContain('1 case waits for an answer in hand.');
  expect(
    trials(half).map(({ cell, rounds: [round] }) => [
      cell,
      round!.scores.semantic,
      round!.scores.isomorphism,
    ]),
  ).toEqual([
    ['person:ada', true, true],
    ['person:ada', false, false],
  ]);
  expect(trials(half)[0]!.rounds[0]).toMatchObject({ answer: graph, ms: 0, asked: null });
  const rest = Object.fromEntries(casesIn(half).map((path) => [path, graph]));
  const whole = await runInMemory(`${args} --resume`, after(half, rest));
  expect([whole.code, whole.err]).toEqual([0, 'Going on: 2 trials recorded.\nThe run is in out.\n']);
  expect(trials(whole).map(({ rounds: [round] }) => round!.scores.isomorphism)).toEqual([
    true,
    false,
    true,
    true,
  ]);
});

test('without shapes, editors tell nothing of violations', async () => {
  const run = await exported('--no-shapes');
  expect(run.files.get(casesIn(run)[0]!)).not.toContain('# shapes:');
});

test.each([
  ['--system person:ada --out out', 'people edit files: give their folder by --export-cases DIR.'],
  ['--system person --export-cases hand', 'person needs a name, such as person:ada.'],
  ['--system person:a --system person:b --export-cases hand --out out', 'give one person'],
  ['--system person:a --export-cases hand', 'give the folder for the answers of people: --out FOLDER.'],
  ['--system person:a --export-cases out --out out', 'another folder than --out'],
  ['--system person:a --export-cases hand --out out --repeat 2', 'leave --repeat out'],
  ['--system noop --export-cases hand', '--export-cases is for people'],
])('%s is refused', async (given, message) => {
  const { code, err } = await runInMemory(`evaluate suite ${given}`, papers);
  expect([code, err]).toEqual([2, expect.stringContaining(message)]);
});
