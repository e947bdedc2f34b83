import { describe, expect, test } from 'vitest';
import type { ReportData } from '../../lab/evaluation/reports/html/reportData.ts';
import type { Summary } from '../../lab/evaluation/reports/summary.ts';
import type { Trial } from '../../lab/evaluation/run/trial.ts';
import { ModelError } from '../../repair/llm/model/languageModel.ts';
import { block } from '../../testing/fixture.ts';
import { runInMemory, type TestRun, type TestSetup } from '../../testing/runInMemory.ts';
import { withModel } from './withModel.testing.ts';

const papers: TestSetup = {
  files: `#- /data.ttl
# shapes: shapes.ttl
ex:paper a ex:Paper ; ex:reviewedBy ex:alice, [ a ex:Professor ] ; ex:pages 12 .
ex:alice a ex:Professor .
#- /shapes.ttl
ex:PaperShape a sh:NodeShape ; sh:targetClass ex:Paper ;
  sh:property [ sh:path ex:reviewedBy ; sh:minCount 1 ; sh:class ex:Professor ] ;
  sh:property [ sh:path ex:pages ; sh:datatype xsd:integer ; sh:maxInclusive 20 ] .
`,
};

let generated: Readonly<Record<string, string>> | undefined;

/** A folder that has a suite of four cases. */
async function suite(more: Partial<TestSetup> = {}): Promise<TestSetup> {
  if (generated === undefined) {
    const { files } = await runInMemory('generate data.ttl --out suite --cross-check none', papers);
    generated = Object.fromEntries([...files].filter(([path]) => path.startsWith('/suite/')));
  }
  return {
    files: block`
      #- /unrelated.ttl
      ex:a ex:b 1 .`,
    ...more,
    texts: { ...generated, ...more.texts },
  };
}

/** What a run has left, for the next one. */
const leftBy = ({ files }: TestRun, edit: (texts: Record<string, string>) => void = () => {}) => {
  const texts = Object.fromEntries([...files].filter(([path]) => /^\/(out|one|two)/.test(path)));
  edit(texts);
  return { texts };
};

const summary = ({ out }: TestRun): Summary => JSON.parse(out);

const trials = ({ files }: TestRun, folder = '/out'): readonly Trial[] =>
  (files.get(`${folder}/trials.jsonl`) ?? '')
    .split('\n')
    .slice(0, -1)
    .map((line) => JSON.parse(line));

const answer = (update: string) => JSON.stringify({ answer: update });
const dropsType = answer('DELETE DATA { ex:paper a ex:Paper }');
const offline = '--cross-check none --concurrency 1 --format json';

describe('systems', () => {
  test('the simplest ones score as what they are, by both engines', async () => {
    const run = await runInMemory(
      'evaluate suite --system oracle --system noop --system delete-focus --format json',
      await suite(),
    );
    expect(run.code).toBe(0);
    const cells = summary(run).cells.map(({ id, cases, scores, more, confirmed }) => [
      id,
      cases,
      Object.values(scores).join(' '),
      more.degenerate,
      confirmed,
    ]);
    const agreed = { agrees: 4, differs: 0, notCompared: 0 };
    expect(cells).toEqual([
      ['oracle', 4, '1 1 1 1', 0, agreed],
      ['noop', 4, '1 0 0 0', 0, agreed],
      ['delete-focus', 4, '1 1 0 0', 1, agreed],
    ]);
  });

  test('a blank node that a case inserts can be removed by name', async () => {
    const files = block`
      #- /data.ttl
      ex:a a ex:Person ; ex:age 4 .
      #- /shapes.ttl
      ex:S a sh:NodeShape ; sh:targetClass ex:Person ; sh:property [ sh:path ex:age ; sh:nodeKind sh:IRIOrLiteral ] .`;
    const generated = await runInMemory('generate data.ttl --shapes shapes.ttl --out suite', { files });
    const texts = Object.fromEntries(generated.files);
    expect(texts['/suite/cases.jsonl']).toContain('<urn:x-bnode:n0> ."');
    const run = await runInMemory(`evaluate suite --system oracle --system symbolic ${offline}`, {
      files: '',
      texts,
    });
    expect(summary(run).cells.map(({ id, scores }) => [id, scores.syntactic, scores.semantic])).toEqual([
      ['oracle', 1, 1],
      ['symbolic', 1, 1],
    ]);
  });

  test('a model is asked for each case and strategy', async () => {
    const setup = withModel(dropsType);
    const args = `evaluate suite --system model:scripted --strategy SF,MG --out out ${offline}`;
    const run = await runInMemory(args, await suite(setup));
    expect([run.code, run.err]).toEqual([0, 'The run is in out.\n']);
    expect(setup.model.requests).toHaveLength(8);
    expect(summary(run).cells.map(({ id, scores, more }) => [id, scores.semantic, more.degenerate])).toEqual([
      ['model:scripted SF', 1, 1],
      ['model:scripted MG', 1, 1],
    ]);
    expect(JSON.parse(run.files.get('/out/run.json')!)).toMatchObject({ suiteFolder: '../suite', repeat: 1 });
    const [first] = trials(run);
    expect(first).toMatchObject({ cell: 'model:scripted SF', case: 'case-0001', repeat: 1, cost: null });
    expect(first?.rounds[0]).toMatchObject({ answer: dropsType, envelopeStrict: true });
  });

  test("the paper's prompts ask for JSON in words alone; its answers are read strictly, with the lenient reading beside", async () => {
    const wrapped = {
      text: `\`\`\`json\n${dropsType}\n\`\`\``,
      host: 'api.example.org',
      fingerprint: 'fp_1',
    };
    const setup = withModel(wrapped);
    const run = await runInMemory(
      `evaluate suite --system model:scripted --strategy SF --out out ${offline}`,
      await suite(setup),
    );
    expect(setup.model.requests.map(({ schema }) => schema)).toEqual([
      undefined,
      undefined,
      undefined,
      undefined,
    ]);
    expect(summary(run).cells.map(({ scores, lenient }) => [scores, lenient])).toMatchObject([
      [
        { syntactic: 0, semantic: 0 },
        { syntactic: 1, semantic: 1 },
      ],
    ]);
    expect(run.files.get('/out/report.md')).toContain('| model:scripted SF | lenient | 100.00');
    const [header, ...rows] = run.files.get('/out/report.csv')!.trim().split('\r\n');
    const column = (name: string) => rows.map((row) => row.split(',')[header!.split(',').indexOf(name)]);
    expect([column('syntactic'), column('lenient_syntactic')]).toEqual([
      ['0', '0', '0', '0'],
      ['1', '1', '1', '1'],
    ]);
    const [first] = trials(run);
    expect(first?.rounds[0]?.asked).toMatchObject({
      model: 'scripted-1',
      host: 'api.example.org',
      fingerprint: 'fp_1',
      at: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
    });
  });

  test("the product's prompts ask for a schema, and their answers are read leniently", async () => {
    const setup = withModel(`\`\`\`json\n${dropsType}\n\`\`\``);
    const run = await runInMemory(
      `evaluate suite --system model:scripted --template product --strategy SF --out out ${offline}`,
      await suite(setup),
    );
    expect(setup.model.requests[0]?.schema?.name).toBe('explained_repair');
    expect(summary(run).cells).toMatchObject([{ scores: { syntactic: 1 }, lenient: { syntactic: 1 } }]);
  });

  test('a strategy that asks for a positive example says where there is none', async () => {
    const run = await runInMemory(
      `evaluate suite --system model:scripted --strategy SF+ --out out ${offline}`,
      await suite(withModel(dropsType)),
    );
    const without = trials(run).filter(({ rounds }) => rounds[0]?.asked?.noPositiveExample);
    expect(without.length).toBeGreaterThan(0);
    expect(summary(run).cells).toMatchObject([{ noPositiveExample: without.length }]);
    expect(run.files.get('/out/report.md')).toContain(
      `${without.length} prompts of F+ are without a positive example`,
    );
  });

  test('a model that may answer again is told what is wrong', async () => {
    const setup = withModel('I am sorry', answer('DELETE DATA { ex:a ex:b 1 }'), dropsType);
    const args = `evaluate suite --system model:scripted --rounds 3 --shard 1/4 --out out ${offline}`;
    const run = await runInMemory(args, await suite(setup));
    const [cell] = summary(run).cells;
    expect([cell!.scores, cell!.last, cell!.best].map(({ semantic }) => semantic)).toEqual([0, 1, 1]);
    const said = setup.model.requests[2]!.messages.filter(({ role }) => role === 'user');
    expect(said.map(({ text }) => text.split('\n')[0])).toMatchInlineSnapshot(`
      [
        "You are an expert in repairing RDF graphs that violate SHACL shapes. Output a SPARQL operation that fixes the violation.",
        "Your answer could not be used. The answer has neither JSON with "answer" nor an update.",
        "Your update changes nothing: what it inserts is there already, or what it deletes is not. The violation is still there.",
      ]
    `);
  });

  test('repeats differ by their seed, and so does the request', async () => {
    const setup = withModel(dropsType);
    const args = `evaluate suite --system model:scripted --repeat 3 --shard 1/4 --out out ${offline}`;
    const run = await runInMemory(args, await suite(setup));
    expect(setup.model.requests.map(({ seed }) => seed)).toEqual([undefined, 1, 2]);
    expect(new Set(trials(run).map(({ rounds }) => rounds[0]!.asked!.requestSha256)).size).toBe(3);
  });

  test('a model that chooses is shown the repairs that are known', async () => {
    const setup = withModel(answer('Option 1'));
    const args = `evaluate suite --system choose:scripted --out out ${offline}`;
    const run = await runInMemory(args, await suite(setup));
    expect(summary(run).cells[0]).toMatchObject({ id: 'choose:scripted SF+', scores: { semantic: 1 } });
    expect(setup.model.requests[0]!.messages[0]!.text).toContain('Option 1: ');
  });
});

describe('a run that was interrupted', () => {
  const args = `evaluate suite --system model:scripted --out out ${offline}`;

  test('goes on with what is not recorded, half a line included', async () => {
    const setup = withModel(dropsType);
    const whole = await runInMemory(args, await suite(setup));
    const cut = leftBy(whole, (texts) => {
      texts['/out/trials.jsonl'] = texts['/out/trials.jsonl']!.split('\n').slice(0, 2).join('\n');
    });
    const again = withModel(dropsType);
    const resumed = await runInMemory(`${args} --resume`, await suite({ ...again, ...cut }));
    expect([resumed.code, resumed.err]).toEqual([0, 'Going on: 1 trial recorded.\nThe run is in out.\n']);
    expect(again.model.requests).toHaveLength(3);
    const keys = trials(resumed).map((trial) => trial.case);
    expect(keys).toEqual(['case-0001', 'case-0002', 'case-0003', 'case-0004']);
  });

  test('is not begun anew over what is recorded, nor with other options', async () => {
    const whole = await runInMemory(args, await suite(withModel(dropsType)));
    const anew = await runInMemory(args, await suite(leftBy(whole)));
    expect([anew.code, anew.err]).toEqual([2, expect.stringContaining('Continue it with --resume')]);
    const other = await runInMemory(`${args} --resume --rounds 2`, await suite(leftBy(whole)));
    expect([other.code, other.err]).toEqual([2, expect.stringContaining('other options of models')]);
  });

  test('by a budget goes on with a larger one', async () => {
    const price = [{ model: 'scripted', from: '2025-01-01', input: 10, output: 10 }];
    const priced = `${args} --prices prices.json`;
    const texts = { '/prices.json': JSON.stringify(price) };
    const stopped = await runInMemory(
      `${priced} --max-cost 0.024`,
      await suite({ ...withModel(dropsType), texts }),
    );
    expect([stopped.code, stopped.err]).toEqual([2, expect.stringContaining('Raise the budget')]);
    const recorded = trials(stopped).length;
    expect(recorded).toBeGreaterThan(0);
    const more = { ...withModel(dropsType), texts: { ...texts, ...leftBy(stopped).texts } };
    const resumed = await runInMemory(`${priced} --max-cost 1 --resume`, await suite(more));
    expect(resumed.code).toBe(0);
    expect(more.model.requests).toHaveLength(4 - recorded);
    expect(summary(resumed).cells[0]!.cost.usd).toBeCloseTo(4 * 0.0011);
  });

  test('by an endpoint that refuses the key says so, and records nothing', async () => {
    const refuses = withModel(new ModelError('key', 'The key is no good.'));
    const run = await runInMemory(args, await suite(refuses));
    expect([run.code, trials(run).length]).toEqual([2, 0]);
    expect(run.err).toContain('The key is no good.');
    expect(refuses.model.requests).toHaveLength(1);
  });

  test('leaves a case without an answer for the next time', async () => {
    const model = withModel(new ModelError('server', 'It has a problem.'), dropsType);
    const run = await runInMemory(args, await suite(model));
    expect([run.code, run.err]).toEqual([2, expect.stringContaining('1 trial got no answer. It has a')]);
    expect(trials(run).map((trial) => trial.case)).toEqual(['case-0002', 'case-0003', 'case-0004']);
    expect(summary(run).cells[0]).toMatchObject({ trials: 3, missing: 1 });
  });
});

describe('the page', () => {
  const hostile = '</script><img src=x onerror=alert(1)>\u2028<!--';

  /** What the script of the page is given. */
  const dataOf = (html: string | undefined): ReportData =>
    JSON.parse(/<script type="application\/json" id="data">(.*?)<\/script>/s.exec(html ?? '')![1]!);

  test('is written beside the other reports, and has failures with prompt, answer and verdict', async () => {
    const setup = withModel(answer(`INSERT DATA { ex:paper ex:note "${hostile}" }`));
    const args = `evaluate suite --system oracle --system model:scripted --out out ${offline}`;
    const { files } = await runInMemory(args, await suite(setup));
    const html = files.get('/out/report.html')!;
    expect(html.match(/<img|<!--|\u2028/g)).toBeNull();
    const { runs, suites, details, texts } = dataOf(html);
    expect(runs[0]!.cells.map(({ id, reached }) => [id, reached.first])).toEqual([
      ['oracle', '4444'],
      ['model:scripted SF+', '1111'],
    ]);
    expect(details.length).toBe(4);
    // Components take turns, and sh:class comes before sh:datatype.
    const [trial] = details;
    const [round] = trial!.rounds;
    expect([runs[0]!.cells[trial!.cell]!.id, suites[0]!.cases[trial!.case]!.id]).toEqual([
      'model:scripted SF+',
      'case-0002',
    ]);
    expect(texts[round!.prompt!]).toContain('violate');
    expect(texts[round!.update!]).toContain(hostile);
    expect(round!.verdict).toMatchObject({ kind: 'judged', results: [{ state: 'left' }] });
  });

  test('of a run that kept no prompts and no verdicts says so, and has the rest', async () => {
    const setup = withModel(dropsType);
    const args = `evaluate suite --system model:scripted --out out ${offline}`;
    const left = leftBy(await runInMemory(args, await suite(setup)), (texts) => {
      delete texts['/out/prompts.jsonl'];
      texts['/out/trials.jsonl'] = texts['/out/trials.jsonl']!.replace(
        /"verdict":\{.*?\},"asked"/g,
        '"asked"',
      );
    });
    const { out, code } = await runInMemory('report out --format html', { files: '', ...left });
    expect(code).toBe(0);
    const [round] = dataOf(out).details[0]!.rounds;
    expect(round).not.toHaveProperty('prompt');
    expect(round).not.toHaveProperty('verdict');
  });

  test('of shards is the page of the whole, prompts included', async () => {
    const pages: ReportData[] = [];
    const run = async (shard: string, out: string) => {
      const setup = withModel(dropsType);
      const args = `evaluate suite --system model:scripted ${shard} --out ${out} ${offline}`;
      return leftBy(await runInMemory(args, await suite(setup))).texts;
    };
    const texts = {
      ...(await run('', 'out')),
      ...(await run('--shard 1/2', 'one')),
      ...(await run('--shard 2/2', 'two')),
    };
    for (const folders of ['out', 'one two']) {
      pages.push(dataOf((await runInMemory(`report ${folders} --format html`, { files: '', texts })).out));
    }
    const [whole, merged] = pages.map(({ runs, details, texts }) => ({
      reached: runs.map(({ cells }) => cells.map((cell) => cell.reached)),
      prompts: details.map(({ case: index, rounds }) => [index, texts[rounds[0]!.prompt!]]),
    }));
    expect(merged).toEqual(whole);
  });
});

describe('report', () => {
  const evaluate = async (args: string, folder: string, more: Partial<TestSetup> = {}) =>
    leftBy(await runInMemory(`evaluate suite ${args} --out ${folder} ${offline}`, await suite(more))).texts;

  test('puts shards together, which have each case once', async () => {
    const texts = {
      ...(await evaluate('--system noop --shard 1/2', 'one')),
      ...(await evaluate('--system noop --shard 2/2', 'two')),
    };
    const both = await runInMemory('report one two --format json', { files: '', texts });
    const [run] = JSON.parse(both.out).runs;
    expect(run).toMatchObject({ parts: ['one', 'two'], cells: [{ cases: 4, trials: 4, missing: 0 }] });
    const { out } = await runInMemory('report two one --format csv', { files: '', texts });
    const rows = out.trim().split('\r\n');
    expect(rows.slice(1).map((row) => row.split(',')[6])).toEqual([
      'case-0002',
      'case-0004',
      'case-0001',
      'case-0003',
    ]);
  });

  test('compares runs', async () => {
    const setup = withModel(dropsType, answer('INSERT DATA {}'));
    const texts = {
      ...(await evaluate('--system model:scripted', 'one', withModel(answer('INSERT DATA {}')))),
      ...(await evaluate('--system model:scripted', 'two', setup)),
    };
    const { code, out } = await runInMemory('report one two', { files: '', texts });
    expect(code).toBe(0);
    expect(out.slice(out.indexOf('# Side by side'))).toMatchInlineSnapshot(`
      "# Side by side

      Syntactic / semantic / relaxed / isomorphic, in per cent.

      | system             | one                         | two                          |
      | ------------------ | --------------------------- | ---------------------------- |
      | model:scripted SF+ | 100.00 / 0.00 / 0.00 / 0.00 | 100.00 / 25.00 / 0.00 / 0.00 |

      ## What only one of one and two reaches

      Trials in both runs: those in which only one reaches a tier, then those in which only two does.

      | system             | trials | syntactic | semantic | relaxed | isomorphic |
      | ------------------ | ------ | --------- | -------- | ------- | ---------- |
      | model:scripted SF+ | 4      | 0 : 0     | 0 : 1    | 0 : 0   | 0 : 0      |

      ## Averages

      Each cell, a data set with a model and a strategy, weighs the same. Levels with different numbers of cells cannot be compared by these.

      <details><summary>All, and by context, model and data set</summary>

      | by       |                      | cells | syntactic | semantic | relaxed | isomorphic | mean  |
      | -------- | -------------------- | ----- | --------- | -------- | ------- | ---------- | ----- |
      | all      |                      | 2     | 100.00    | 12.50    | 0.00    | 0.00       | 28.13 |
      | shapes   | S                    | 2     | 100.00    | 12.50    | 0.00    | 0.00       | 28.13 |
      | data     | F+                   | 2     | 100.00    | 12.50    | 0.00    | 0.00       | 28.13 |
      | strategy | SF+                  | 2     | 100.00    | 12.50    | 0.00    | 0.00       | 28.13 |
      | model    | model:scripted (one) | 1     | 100.00    | 0.00     | 0.00    | 0.00       | 25.00 |
      | model    | model:scripted (two) | 1     | 100.00    | 25.00    | 0.00    | 0.00       | 31.25 |
      | data set | data                 | 2     | 100.00    | 12.50    | 0.00    | 0.00       | 28.13 |

      </details>

      ## Comparisons

      Paired differences in percentage points: the same case with everything else equal. The intervals come from resampling the cases, the p values from flipping signs, 10,000 times each; the last column corrects them for all comparisons by a metric (Holm).

      | comparison                                  | metric  | from  | to    | difference | 95 %           | p      | p (Holm) |
      | ------------------------------------------- | ------- | ----- | ----- | ---------- | -------------- | ------ | -------- |
      | model:scripted (one) → model:scripted (two) | overall | 25.00 | 31.25 | +6.25      | 0.00 to +18.75 | 1.0000 | 1.0000   |

      <details><summary>By each metric</summary>

      | comparison                                  | metric     | from   | to     | difference | 95 %           | p      | p (Holm) |
      | ------------------------------------------- | ---------- | ------ | ------ | ---------- | -------------- | ------ | -------- |
      | model:scripted (one) → model:scripted (two) | syntactic  | 100.00 | 100.00 | 0.00       | 0.00 to 0.00   | 1.0000 | 1.0000   |
      | model:scripted (one) → model:scripted (two) | semantic   | 0.00   | 25.00  | +25.00     | 0.00 to +75.00 | 1.0000 | 1.0000   |
      | model:scripted (one) → model:scripted (two) | relaxed    | 0.00   | 0.00   | 0.00       | 0.00 to 0.00   | 1.0000 | 1.0000   |
      | model:scripted (one) → model:scripted (two) | isomorphic | 0.00   | 0.00   | 0.00       | 0.00 to 0.00   | 1.0000 | 1.0000   |
      | model:scripted (one) → model:scripted (two) | overall    | 25.00  | 31.25  | +6.25      | 0.00 to +18.75 | 1.0000 | 1.0000   |

      </details>

      <details><summary>By the paper's linear mixed model of rates, in percentage points</summary>

      | comparison                                  | metric  | effect | 95 %             | p      | transformed | normal (p) |
      | ------------------------------------------- | ------- | ------ | ---------------- | ------ | ----------- | ---------- |
      | model:scripted (one) → model:scripted (two) | overall | +6.25  | -13.64 to +26.14 | 0.3910 | no          | 0.8990     |

      </details>

      <details><summary>Notes on these numbers (6)</summary>

      - All pairs are from data: they say nothing about other data sets. (model:scripted (one) → model:scripted (two))
      - 4 cases are too few for the interval to be trusted. (model:scripted (one) → model:scripted (two))
      - Cases of the same data set had the same outcome: resampling them says nothing about others. (model:scripted (one) → model:scripted (two) by syntactic, relaxed, isomorphic)
      - No mixed model: there is only one data set. (model:scripted (one) → model:scripted (two) by syntactic, semantic, relaxed, isomorphic)
      - Only 1 case came out differently: no p value below 1 is possible. (model:scripted (one) → model:scripted (two) by semantic, overall)
      - A variance is poorly known from so few levels: metric (4). (model:scripted (one) → model:scripted (two) by overall)

      </details>
      "
    `);
  });

  test('says what is no run', async () => {
    const missing = await runInMemory('report nowhere', { files: '' });
    expect([missing.code, missing.err]).toEqual([2, expect.stringContaining('nowhere has no run.json')]);
    const broken = await runInMemory('report one', { files: '', texts: { '/one/run.json': '{}' } });
    expect([broken.code, broken.err]).toEqual([
      2,
      expect.stringContaining('one/run.json is not as evaluate'),
    ]);
  });
});

test('recorded answers give the same scores without a model', async () => {
  const args = `evaluate suite --system model:scripted --strategy all ${offline}`;
  const run = await runInMemory(`${args} --out out`, await suite(withModel(dropsType)));
  const replayed = await runInMemory(`${args} --replay out`, await suite(leftBy(run)));
  const scores = (each: TestRun) => summary(each).cells.map((cell) => [cell.id, cell.scores, cell.more]);
  expect(scores(replayed)).toEqual(scores(run));
  const earlier = leftBy(run, (texts) => {
    const without = /,"(?:ms|fromCache|estimated)":(?:[\d.]+|true|false)/g;
    texts['/out/trials.jsonl'] = texts['/out/trials.jsonl']!.replace(without, '');
  });
  expect(earlier.texts['/out/trials.jsonl']).not.toMatch(/"(ms|fromCache|estimated)":/);
  expect(scores(await runInMemory(`${args} --replay out`, await suite(earlier)))).toEqual(scores(run));
  const other = await runInMemory(
    `${args} --replay out --rounds 2 --temperature 1`,
    await suite(leftBy(run)),
  );
  expect([other.code, other.err]).toEqual([2, expect.stringContaining('was recorded')]);
});

describe('prompts that are answered outside', () => {
  const args = `evaluate suite --system model:anyone --strategy SF,SG ${offline} --out out --export-prompts prompts`;
  const left = ({ files }: TestRun, more: Readonly<Record<string, string>> = {}) => ({
    texts: {
      ...Object.fromEntries([...files].filter(([path]) => /^\/(out|prompts)\//.test(path))),
      ...more,
    },
  });
  const requests = ({ files }: TestRun) =>
    files
      .get('/prompts/requests.jsonl')!
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
  const update = JSON.stringify({ answer: 'INSERT DATA {}' });

  test('are written once, in the form of batches and as texts', async () => {
    const run = await runInMemory(args, await suite());
    expect([run.code, run.err]).toEqual([
      0,
      expect.stringMatching(/^\d+ prompts without an answer are in prompts\./),
    ]);
    const lines = requests(run);
    for (const { custom_id, method, url, body } of lines) {
      expect([method, url, body.model]).toEqual(['POST', '/v1/chat/completions', 'anyone']);
      expect(run.files.get(`/prompts/${custom_id}.prompt.txt`)).toBe(body.messages[0].content);
    }
    expect(new Set(lines.map(({ custom_id }) => custom_id)).size).toBe(lines.length);
    const again = await runInMemory(`${args} --resume`, await suite(left(run)));
    expect(requests(again)).toEqual(lines);
  });

  test('are scored when the command goes on: what people, programs and batches answered', async () => {
    const run = await runInMemory(args, await suite());
    const [first, second, ...others] = requests(run).map(({ custom_id }) => custom_id);
    const returned = { body: { choices: [{ message: { role: 'assistant', content: update } }] } };
    const answers = [
      { custom_id: second, response: returned },
      ...others.map((custom_id) => ({ custom_id, answer: update })),
    ];
    const half = await runInMemory(
      `${args} --resume`,
      await suite(
        left(run, {
          '/prompts/answers.jsonl': `${JSON.stringify(answers[0])}\nnot an answer`,
        }),
      ),
    );
    expect([half.code, half.err]).toEqual([
      0,
      expect.stringContaining('prompts/answers.jsonl:2: 1 line left out'),
    ]);
    const whole = await runInMemory(
      `${args} --resume`,
      await suite(
        left(half, {
          '/prompts/answers.jsonl': answers.map((each) => JSON.stringify(each)).join('\n'),
          [`/prompts/${first}.answer.txt`]: update,
        }),
      ),
    );
    expect([whole.code, whole.err]).toEqual([0, expect.not.stringContaining('without an answer')]);
    expect(
      summary(whole).cells.map(({ missing, scores }) => [missing, scores.syntactic, scores.semantic]),
    ).toEqual([
      [0, 1, 0],
      [0, 1, 0],
    ]);
  });

  test('are not kept with the run, and not asked', async () => {
    const same = await runInMemory(
      args.replace('--export-prompts prompts', '--export-prompts out'),
      await suite(),
    );
    expect([same.code, same.err]).toEqual([2, expect.stringContaining('another folder than --out')]);
    const batch = await runInMemory(`${args} --batch`, await suite());
    expect([batch.code, batch.err]).toEqual([2, expect.stringContaining('leave --batch out')]);
  });
});

test('strategies with too much input are estimated and left out', async () => {
  const price = [{ model: 'scripted', from: '2025-01-01', input: 1000, output: 1000 }];
  const texts = { '/prices.json': JSON.stringify(price) };
  const args =
    'evaluate suite --system model:scripted --strategy SF,MG --prices prices.json --max-input-cost 0.3';
  const estimated = await runInMemory(`${args} --dry-run`, await suite({ texts }));
  expect(estimated.out).toMatchInlineSnapshot(`
    "cell               requests  tokens each  input tokens  input USD  at most USD                 run
    model:scripted SF         4          297         1,186      $1.19        $9.19                 yes
    model:scripted MG         4          408         1,631      $1.63        $9.63  no: too much input
    Estimates; nothing was sent.
    "
  `);
  const setup = withModel(dropsType);
  const run = await runInMemory(`${args} --out out ${offline}`, await suite({ ...setup, texts }));
  expect(setup.model.requests).toHaveLength(4);
  expect(
    summary(run).cells.map(({ id, trials, missing, notRun }) => [id, trials, missing, notRun]),
  ).toMatchInlineSnapshot(`
    [
      [
        "model:scripted SF",
        4,
        0,
        null,
      ],
      [
        "model:scripted MG",
        0,
        0,
        "about 408 tokens of input a request, $0.41, more than $0.30",
      ],
    ]
  `);
});

test('a model without an id is the one of the environment, once', async () => {
  const setup = await suite({ env: { OPENAI_MODEL: 'tiny' } });
  const args = `evaluate suite --system model --system model:tiny --system choose --dry-run`;
  const { code, out, err } = await runInMemory(args, setup);
  expect([code, err]).toEqual([0, '']);
  expect(out.match(/(model|choose):\S+/g)).toEqual(['model:tiny', 'choose:tiny']);
});
