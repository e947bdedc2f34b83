import { expect, test } from 'vitest';
import { ModelError } from '../../repair/llm/model/languageModel.ts';
import { runInMemory, type TestRun, type TestSetup } from '../../testing/runInMemory.ts';
import { someOf } from '../../testing/runs.ts';
import { ScriptedModel, type ScriptedReply } from '../../testing/scriptedModel.ts';
import { acted, allTexts, command } from './nastyTexts.testing.ts';

const papers: TestSetup = {
  files: `#- /data.ttl
# shapes: shapes.ttl
ex:paper a ex:Paper ; ex:pages 12 .
#- /shapes.ttl
ex:PaperShape a sh:NodeShape ; sh:targetClass ex:Paper ;
  sh:property [ sh:path ex:pages ; sh:datatype xsd:integer ; sh:maxInclusive 20 ] .
`,
};
const violated = papers.files.replace('ex:pages 12', 'ex:pages "many"');

/** What is below a folder after a run. */
function below({ files }: TestRun, folder: string): Record<string, string> {
  return Object.fromEntries([...files].filter(([path]) => path.startsWith(`${folder}/`)));
}

const suite = runInMemory('generate data.ttl --out suite --cross-check none', papers).then((run) =>
  below(run, '/suite'),
);
const evaluate = 'evaluate suite --cross-check none --concurrency 1';
const evaluated = suite.then(async (texts) => {
  const args = `${evaluate} --system noop --out out`;
  return { ...texts, ...below(await runInMemory(args, { files: '', texts }), '/out') };
});

/** What of the files of suites and runs is edited here. */
interface Edited {
  readonly options: object;
  readonly suite: object;
  readonly cells: readonly [object];
  readonly facts: object;
}

/** The setup of a file whose lines have another value somewhere. */
async function edited(
  made: Promise<Record<string, string>>,
  file: string,
  edit: (json: Edited) => void,
): Promise<TestSetup> {
  const texts = await made;
  const lines = texts[file]!.trimEnd().split(file.endsWith('.jsonl') ? '\n' : /$^/);
  const changed = lines.map((line) => {
    const json = JSON.parse(line);
    edit(json);
    return JSON.stringify(json);
  });
  return { files: '', texts: { ...texts, [file]: `${changed.join('\n')}\n` } };
}

function answering(reply: ScriptedReply): TestSetup {
  const model = new ScriptedModel(reply);
  return {
    files: violated,
    openModel: async () => ({ model, url: 'http://localhost/v1' }),
    openAnswers: async () => ({ get: async () => undefined, put: async () => {} }),
  };
}

const verify = ['suite verify suite', 'suite verify suite --format json', `${evaluate} --system noop`];
const report = ['report out', 'report out --format json'];
const asked = ['repair data.ttl --system model:m', 'repair data.ttl --system model:m --format json'];
const asEvaluated = [
  `${evaluate} --system model:m --out out`,
  `${evaluate} --system model:m --out out --format json`,
  `${evaluate} --system model:m --out out --format md`,
];

/** Where a text can come in: a setup, and the command lines that print it. */
const places: Readonly<
  Record<string, readonly [lines: readonly string[], setup: (text: string) => Promise<TestSetup> | TestSetup]>
> = {
  'the name of a suite': [
    verify,
    (text) => edited(suite, '/suite/suite.json', (json) => Object.assign(json, { name: text })),
  ],
  'the id of a case': [
    verify,
    (text) => edited(suite, '/suite/cases.jsonl', (json) => Object.assign(json, { id: text })),
  ],
  'a line of a suite that is cut off': [
    verify,
    async (text) => ({ files: '', texts: { ...(await suite), '/suite/cases.jsonl': `{"id": ${text}` } }),
  ],
  'a mode of a suite': [
    verify,
    (text) => edited(suite, '/suite/suite.json', (json) => Object.assign(json.options, { mode: text })),
  ],
  'the name of the suite of a run': [
    report,
    (text) => edited(evaluated, '/out/run.json', (json) => Object.assign(json.suite, { name: text })),
  ],
  'the id of a cell': [
    report,
    async (text) => {
      const run = await edited(evaluated, '/out/run.json', (json) =>
        Object.assign(json.cells[0], { id: text, system: text, model: text, strategy: text }),
      );
      const trials = await edited(evaluated, '/out/trials.jsonl', (json) =>
        Object.assign(json, { cell: text }),
      );
      return {
        files: '',
        texts: { ...run.texts, '/out/trials.jsonl': trials.texts!['/out/trials.jsonl']! },
      };
    },
  ],
  'the reason why a cell was not run': [
    report,
    (text) => edited(evaluated, '/out/run.json', (json) => Object.assign(json.cells[0], { notRun: text })),
  ],
  'what a program said': [
    report,
    (text) =>
      edited(evaluated, '/out/trials.jsonl', (json) =>
        Object.assign(json, {
          rounds: [],
          failure: { kind: 'exit', message: `It ended with code 1: ${text}.` },
        }),
      ),
  ],
  'a kind of failure': [
    report,
    (text) =>
      edited(evaluated, '/out/trials.jsonl', (json) =>
        Object.assign(json, { rounds: [], failure: { kind: text, message: text } }),
      ),
  ],
  'a data set and its components': [
    report,
    (text) =>
      edited(evaluated, '/out/trials.jsonl', (json) =>
        Object.assign(json.facts, { dataset: text, component: text, shownComponent: text }),
      ),
  ],
  'an answer of a model': [asked, (text) => answering(text)],
  'the reason of a model': [
    asked,
    (text) => answering(JSON.stringify({ why: text, answer: 'DELETE DATA { ex:paper a ex:Paper }' })),
  ],
  'a value of a model': [
    asked,
    (text) =>
      answering(
        JSON.stringify({
          answer: `INSERT DATA { ex:paper ex:p ${JSON.stringify(text)} } ; DELETE DATA { ex:paper a ex:Paper }`,
        }),
      ),
  ],
  'an error of a model': [asked, (text) => answering(new ModelError('server', `It says ${text}`))],
  'the name of a model': [asked, (text) => answering({ text: '{}', model: text, host: text })],
  'an evaluated answer': [asEvaluated, async (text) => ({ ...answering(text), texts: await suite })],
  'an error of an evaluated model': [
    asEvaluated,
    async (text) => ({ ...answering(new ModelError('key', text)), texts: await suite }),
  ],
  'a prompt': [
    [
      'repair data.ttl --system model:m --dry-run',
      'repair data.ttl --system model:m --dry-run --format json',
    ],
    (text) => ({
      ...answering(''),
      files: violated.replace('"many"', JSON.stringify(text.replace(/\p{Cs}/gu, ''))),
    }),
  ],
};

const printings = Object.entries(places).flatMap(([place, [lines, setup]]) =>
  allTexts.map(([name, text]) => [place, name, lines, text, setup] as const),
);

test.each(someOf(printings))('%s with %s', async (_, __, lines, text, setup) => {
  for (const line of lines) {
    const made = await setup(text);
    const { code, out, err, progress } = await runInMemory(line, { ...made, env: { NO_COLOR: '1' } });
    for (const printed of [out, err, progress]) {
      expect(printed).not.toMatch(acted);
      expect(printed).not.toMatch(command);
    }
    expect(err).not.toContain('internal error');
    expect(out + err).not.toBe('');
    if (line.includes('json') && out !== '') expect(() => JSON.parse(out)).not.toThrow();
    expect([0, 1, 2]).toContain(code);
  }
});

/** What is not repeated at all: ids that are none, lines that can't be read, and what pages and csv alone show. */
const unprinted = [
  'the id of a case',
  'a line of a suite that is cut off',
  'a mode of a suite',
  'what a program said',
  'an answer of a model',
  'the name of a model',
  'an evaluated answer',
];

test.each(Object.entries(places))('whether %s is printed', async (place, [lines, setup]) => {
  const made = await setup('zztop');
  const runs = await Promise.all(lines.map((line) => runInMemory(line, made)));
  const printed = runs.map(({ out, err }) => out + err).join('\n');
  expect(printed.includes('zztop')).toBe(!unprinted.includes(place));
});
