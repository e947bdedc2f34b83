import { expect, test } from 'vitest';
import { block } from '../../testing/fixture.ts';
import { runInMemory, type TestRun, type TestSetup } from '../../testing/runInMemory.ts';
import { ScriptedModel } from '../../testing/scriptedModel.ts';

const papers = {
  files: block`
    #- /data.ttl
    # shapes: shapes.ttl
    ex:paper a ex:Paper ; ex:pages 12 .
    #- /shapes.ttl
    ex:PaperShape a sh:NodeShape ; sh:targetClass ex:Paper ;
      sh:property [ sh:path ex:pages ; sh:datatype xsd:integer ] .`,
};

const after = ({ files }: TestRun): TestSetup => ({ files: '', texts: Object.fromEntries(files) });

async function evaluated(): Promise<TestSetup> {
  const made = await runInMemory('generate data.ttl --out suite --cross-check none', papers);
  return after(await runInMemory('evaluate suite --system noop --cross-check none --out out', after(made)));
}

async function checked(): Promise<TestSetup> {
  const model = new ScriptedModel('nothing', 'nothing');
  return after(
    await runInMemory('model-check --model scripted --tasks T4 --sizes 1000 --repeat 1 --out check', {
      files: '',
      openModel: async () => ({ model, url: 'http://localhost/v1' }),
      openAnswers: async () => ({ get: async () => undefined, put: async () => {} }),
    }),
  );
}

test('--figures writes each figure of a run as SVG and as PDF, and says what it shows', async () => {
  const { code, out, written } = await runInMemory('report out --figures drawn', await evaluated());
  expect([code, written]).toEqual([0, { '/drawn/rates.svg': '<svg/>', '/drawn/rates.pdf': '%PDF' }]);
  expect(out).toBe('rates: Rates of evaluation. Dots.\n1 figure in drawn, each as SVG and PDF.\n');
});

test('a model check is drawn and printed again by its folder', async () => {
  const setup = await checked();
  const { out } = await runInMemory('report check --figures drawn', setup);
  expect(out).toContain('Rates of modelCheck.');
  const { files } = await runInMemory('report check', setup);
  for (const [format, file] of [
    ['md', 'report.md'],
    ['json', 'report.json'],
    ['html', 'report.html'],
  ] as const) {
    const again = await runInMemory(`report check --format ${format}`, setup);
    expect([again.code, again.out.trimEnd()]).toEqual([0, files.get(`/check/${file}`)!.trimEnd()]);
  }
});

test.each([
  ['report out --figures drawn --format md', '--figures writes SVG and PDF files: leave out --format.'],
  ['report --leaderboard . --figures drawn', 'leave out other runs, --format and --figures.'],
  ['report check --format latex', 'a model check has no report as latex: give md, json or html.'],
  ['report check check', 'check is a model check: give it alone.'],
])('%s', async (args, expected) => {
  const { code, err } = await runInMemory(args, await checked());
  expect([code, err]).toEqual([2, expect.stringContaining(expected)]);
});
