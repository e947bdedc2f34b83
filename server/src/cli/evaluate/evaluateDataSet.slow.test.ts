import { expect, test } from 'vitest';
import type { RunsReport } from '../../lab/evaluation/reports/mergedRuns.ts';
import { ModelError } from '../../repair/llm/model/languageModel.ts';
import { runInMemory, type TestRun, type TestSetup } from '../../testing/runInMemory.ts';
import { withModel } from './withModel.testing.ts';

const graphs: TestSetup = {
  files: `#- /boiler.ttl
# shapes: shapes.ttl
ex:boiler a ex:Device ; ex:power 12 .
#- /chiller.ttl
# shapes: shapes.ttl
ex:chiller a ex:Device ; ex:power 7 .
ex:other a ex:Device ; ex:power 9 .
#- /shapes.ttl
ex:DeviceShape a sh:NodeShape ; sh:targetClass ex:Device ;
  sh:property [ sh:path ex:power ; sh:minCount 1 ; sh:datatype xsd:integer ] .
`,
};

let generated: Readonly<Record<string, string>> | undefined;

/** The suites of two graphs, with two cases each, in the folder hvac. */
async function dataSet(more: Partial<TestSetup> = {}, drop: readonly string[] = []): Promise<TestSetup> {
  generated ??= {
    ...(await suiteOf('boiler', '--name hvac --graph boiler --out hvac/boiler')),
    ...(await suiteOf('chiller', '--name hvac --graph chiller --out hvac/chiller')),
  };
  const texts = { ...generated, ...more.texts };
  for (const path of drop) delete texts[path];
  return { files: '', ...more, texts };
}

async function suiteOf(graph: string, args: string): Promise<Record<string, string>> {
  const { files } = await runInMemory(`generate ${graph}.ttl --cross-check none ${args}`, graphs);
  const folder = `/${/--out (\S+)/.exec(args)![1]}/`;
  return Object.fromEntries([...files].filter(([path]) => path.startsWith(folder)));
}

const offline = '--cross-check none --concurrency 1';
const wrong = JSON.stringify({ answer: 'INSERT DATA { <urn:a> <urn:b> 1 }' });
const priced = {
  '/prices.json': '[{ "model": "scripted", "from": "2025-01-01", "input": 10, "output": 10 }]',
};

const trials = ({ files }: TestRun, graph: string) =>
  (files.get(`/out/${graph}/trials.jsonl`) ?? '').split('\n').slice(0, -1);

const leftBy = ({ files }: TestRun) =>
  Object.fromEntries([...files].filter(([path]) => path.startsWith('/out/')));

test('every graph has a run of its own, and one table has all of them', async () => {
  const run = await runInMemory(
    `evaluate hvac --system oracle --system noop --out out ${offline}`,
    await dataSet(),
  );
  expect([run.code, run.err]).toEqual([
    0,
    "The runs are in out, one for each graph. 'shacl-repair report out/*' shows all of them.\n",
  ]);
  // Without the time that they took.
  expect(run.out.replace(/[\d.]+ +(?=\| –)/g, '… ')).toMatchInlineSnapshot(`
    "# Repairs of hvac

    4 cases, 0 of them fragile. Rates are over all cases of a row, in per cent.

    A smallest repair restores the graph in 50.00 of the cases. A system that always makes a smallest repair cannot do better; one that uses other evidence may.

    α, the number of results of a case: 1.00 on average, 1 to 1.

    | system           | cases | trials | syntactic | semantic | relaxed | isomorphic | mean   | not degenerate | local  | median ms | tokens in, out | USD |
    | ---------------- | ----- | ------ | --------- | -------- | ------- | ---------- | ------ | -------------- | ------ | --------- | -------------- | --- |
    | oracle (control) | 4     | 4      | 100.00    | 100.00   | 100.00  | 100.00     | 100.00 | 100.00         | 100.00 | … | –              | –   |
    | noop (control)   | 4     | 4      | 100.00    | 0.00     | 0.00    | 0.00       | 25.00  | 0.00           | 0.00   | … | –              | –   |

    ## By graph

    Syntactic / semantic / relaxed / isomorphic.

    | graph   | triples | of shapes | cases | α          | smallest restores | oracle                | noop            |
    | ------- | ------- | --------- | ----- | ---------- | ----------------- | --------------------- | --------------- |
    | boiler  | 2       | 6         | 2     | 1.00 (1–1) | 50                | 100 / 100 / 100 / 100 | 100 / 0 / 0 / 0 |
    | chiller | 4       | 6         | 2     | 1.00 (1–1) | 50                | 100 / 100 / 100 / 100 | 100 / 0 / 0 / 0 |
    "
  `);
  for (const graph of ['boiler', 'chiller']) {
    expect(JSON.parse(run.files.get(`/out/${graph}/run.json`)!)).toMatchObject({
      suite: { name: 'hvac', graph },
      suiteFolder: `../../hvac/${graph}`,
    });
    expect(run.files.has(`/out/${graph}/report.html`)).toBe(true);
  }
});

test('without --out, nothing is kept, and the table is the same', async () => {
  const args = `evaluate hvac --system oracle --format json ${offline}`;
  const [kept, run] = [
    await runInMemory(`${args} --out out`, await dataSet()),
    await runInMemory(args, await dataSet()),
  ];
  const pooled = ({ out }: TestRun) =>
    (JSON.parse(out) as RunsReport).pooled.map(({ suite, cells }) => [suite, cells[0]!.scores]);
  expect([run.code, run.err, pooled(run)]).toEqual([0, '', pooled(kept)]);
  expect([...run.files.keys()].filter((path) => path.endsWith('trials.jsonl'))).toEqual([]);
});

test('a dry run sums what asking takes', async () => {
  const args = `--system model:scripted --strategy SF,MG --prices prices.json --dry-run --format json`;
  const setup = await dataSet({ texts: priced });
  const estimatesOf = async (folder: string) =>
    JSON.parse((await runInMemory(`evaluate ${folder} ${args}`, setup)).out);
  const [boiler, chiller, all] = [
    await estimatesOf('hvac/boiler'),
    await estimatesOf('hvac/chiller'),
    await estimatesOf('hvac'),
  ];
  for (const [i, cell] of ['model:scripted SF', 'model:scripted MG'].entries()) {
    expect(all[i]).toMatchObject({ cell, notRun: false });
    for (const field of ['requests', 'inputTokens'])
      expect(all[i][field]).toBe(boiler[i][field] + chiller[i][field]);
    for (const field of ['inputCost', 'maxCost'])
      expect(all[i][field]).toBeCloseTo(boiler[i][field] + chiller[i][field]);
  }
});

test('a dry run names the graphs with too much input for a strategy', async () => {
  const args = '--system model:scripted --strategy MG --prices prices.json --dry-run';
  const setup = await dataSet({ texts: priced });
  const alone = await runInMemory(`evaluate hvac ${args} --format json`, setup);
  const mean = JSON.parse(alone.out)[0].meanInputTokens;
  const { out } = await runInMemory(`evaluate hvac ${args} --max-input-cost ${(mean * 10) / 1e6}`, setup);
  expect(out).toContain('too much input for chiller\n');
});

test('the budget is one for all graphs, also when the run goes on', async () => {
  const args = `evaluate hvac --system model:scripted --out out --prices prices.json --max-tokens 100 ${offline}`;
  const whole = await runInMemory(args, await dataSet({ ...withModel(wrong), texts: priced }));
  expect([whole.code, trials(whole, 'boiler').length, trials(whole, 'chiller').length > 0]).toEqual([
    0,
    2,
    true,
  ]);
  const costs = ['boiler', 'chiller'].flatMap((graph) =>
    trials(whole, graph).map((line): number => JSON.parse(line).cost),
  );
  expect(costs.map((cost) => cost.toFixed(4))).toEqual(Array(4).fill('0.0011'));
  // An answer costs 0.0011 and might cost 0.0040: enough for each graph alone, and for three of the four answers.
  const setup = withModel(wrong);
  const short = await runInMemory(`${args} --max-cost 0.0064`, await dataSet({ ...setup, texts: priced }));
  expect([short.code, short.err]).toEqual([2, expect.stringMatching(/chiller: .*Raise the budget/)]);
  expect(trials(short, 'boiler')).toHaveLength(2);
  expect(setup.model.requests).toHaveLength(3);
  const more = withModel(wrong);
  const resumed = await runInMemory(
    `${args} --max-cost 1 --resume`,
    await dataSet({ ...more, texts: { ...priced, ...leftBy(short) } }),
  );
  expect(resumed.code).toBe(0);
  expect(more.model.requests).toHaveLength(1);
});

test('where nothing more can be asked, the other graphs are not begun; --resume goes on with all', async () => {
  const args = `evaluate hvac --system model:scripted --out out ${offline}`;
  const refused = await runInMemory(
    args,
    await dataSet(withModel(new ModelError('key', 'The key is no good.'))),
  );
  expect([refused.code, refused.err]).toEqual([
    2,
    `boiler: The key is no good.
boiler: The recorded results are kept; the same command with --resume continues.
The runs are in out, one for each graph. 'shacl-repair report out/*' shows all of them.
1 graph of 2 left out: chiller.
`,
  ]);
  const anew = await runInMemory(args, await dataSet({ ...withModel(wrong), texts: leftBy(refused) }));
  expect([anew.code, anew.err]).toEqual([2, expect.stringContaining('--out out already holds runs.')]);
  const resumed = await runInMemory(
    `${args} --resume`,
    await dataSet({ ...withModel(wrong), texts: leftBy(refused) }),
  );
  expect([resumed.code, trials(resumed, 'boiler').length, trials(resumed, 'chiller').length > 0]).toEqual([
    0,
    2,
    true,
  ]);
});

test('a run that was killed goes on in the graph that it was at', async () => {
  const args = `evaluate hvac --system model:scripted --out out --format json ${offline}`;
  const whole = await runInMemory(args, await dataSet(withModel(wrong)));
  const texts = leftBy(whole);
  const lines = texts['/out/chiller/trials.jsonl']!.split('\n');
  texts['/out/chiller/trials.jsonl'] = lines.slice(0, 1).join('\n').slice(0, -5);
  const again = withModel(wrong);
  const resumed = await runInMemory(`${args} --resume`, await dataSet({ ...again, texts }));
  expect(resumed.err).toMatch(/^boiler: Going on: 2 trials recorded\.\n/);
  expect(again.model.requests).toHaveLength(lines.length - 1);
  const scores = ({ out }: TestRun) =>
    (JSON.parse(out) as RunsReport).pooled[0]!.cells.map(({ trials: count, scores: each }) => [count, each]);
  expect(scores(resumed)).toEqual(scores(whole));
});

test('a suite that can not be read does not keep the others from it', async () => {
  const setup = await dataSet({ texts: { '/hvac/boiler/cases.jsonl': '{}\n' } });
  const run = await runInMemory(`evaluate hvac --system oracle --out out ${offline}`, setup);
  expect(run.code).toBe(2);
  expect(run.err).toMatch(
    /^hvac\/boiler\/cases\.jsonl:1: .*\nThe runs .*\n1 graph of 2 left out: boiler\.\n$/,
  );
  expect(run.out).toContain('# Repairs of hvac, chiller');
  const broken = await runInMemory(
    `evaluate hvac --system oracle ${offline}`,
    await dataSet({ texts: { '/hvac/boiler/suite.json': '{}', '/hvac/chiller/suite.json': '{' } }),
  );
  expect([broken.code, broken.out]).toEqual([2, '']);
  expect(broken.err).toContain('2 graphs of 2 left out: hvac/boiler, hvac/chiller.');
});

test('people have the cases of each graph in a folder of its own', async () => {
  const { code, files } = await runInMemory(
    `evaluate hvac --system person:ada --export-cases cases --out out ${offline}`,
    await dataSet(),
  );
  expect(code).toBe(0);
  for (const graph of ['boiler', 'chiller'])
    expect(files.get(`/cases/${graph}/case-0001.ttl`)).toContain(
      `# shapes: ../../hvac/${graph}/manifest.ttl`,
    );
});

test('answers of an earlier run are taken from the run of the same graph', async () => {
  const args = `evaluate hvac --system model:scripted ${offline}`;
  const first = await runInMemory(`${args} --out out`, await dataSet(withModel(wrong)));
  const again = await runInMemory(`${args} --replay out`, await dataSet({ texts: leftBy(first) }));
  expect([again.code, again.err]).toEqual([0, '']);
});

test.each<[what: string, texts: () => Promise<Record<string, string>>, err: RegExp]>([
  [
    'a folder without suites',
    async () => ({ '/hvac/a.ttl': '' }),
    /hvac has no suite\.json, nor has a folder below it/,
  ],
  [
    'suites of several data sets',
    async () => ({
      ...(await suiteOf('boiler', '--name hvac --graph boiler --out hvac/boiler')),
      ...(await suiteOf('boiler', '--name other --graph boiler --out hvac/deeper/other')),
      ...(await suiteOf('boiler', '--name alone --out hvac/alone')),
    }),
    /hvac has suites of 3 data sets: alone, hvac, other\. Give the folder of one/,
  ],
  [
    'a suite without a graph',
    async () => suiteOf('boiler', '--out hvac/boiler'),
    /hvac.boiler is the only graph of its data set: give its own folder/,
  ],
  [
    'two suites of a graph',
    async () => ({
      ...(await suiteOf('boiler', '--name hvac --graph boiler --out hvac/a')),
      ...(await suiteOf('boiler', '--name hvac --graph Boiler --out hvac/b')),
    }),
    /hvac.a and hvac.b are both of the graph 'Boiler'/,
  ],
  [
    'a graph whose name leads elsewhere',
    async () => suiteOf('boiler', '--name hvac --graph ../../boiler --out hvac/boiler'),
    /name that can't be the name of a folder: '\.\.\/\.\.\/boiler'/,
  ],
])('%s is refused', async (_, texts, err) => {
  const run = await runInMemory(`evaluate hvac --system oracle --out out ${offline}`, {
    files: '',
    texts: await texts(),
  });
  expect([run.code, run.out, run.err]).toEqual([2, '', expect.stringMatching(err)]);
  expect([...run.files.keys()].some((path) => path.startsWith('/out/'))).toBe(false);
});

test('the folder of a run of one suite is refused', async () => {
  const one = await runInMemory(`evaluate hvac/boiler --system noop --out out ${offline}`, await dataSet());
  const all = await runInMemory(
    `evaluate hvac --system noop --out out --resume ${offline}`,
    await dataSet({ texts: leftBy(one) }),
  );
  expect([all.code, all.err]).toEqual([2, expect.stringContaining('--out out holds the run of one suite')]);
});
