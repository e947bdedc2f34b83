import { expect, test } from 'vitest';
import { reportLatex } from './latex/reportLatex.ts';
import { mergeShards, reportOf } from './mergedRuns.ts';
import { runOf } from './recordedRuns.testing.ts';
import { reportMarkdown } from './summaryBlocks.ts';

const signal = new AbortController().signal;

/** Two graphs of one data set, and a data set of its own. */
const runs = [
  runOf('hvac', { 'model:a SG': '4444', symbolic: '4400' }, 'fan-coil'),
  runOf('hvac', { 'model:a SG': '0000', symbolic: '4444' }, 'boiler'),
  runOf('library', { 'model:a SG': '1111', symbolic: '2222' }),
];

test('each case counts once, whatever its graph', async () => {
  const { runs: all, pooled } = await reportOf(mergeShards(runs), signal);
  expect(all).toHaveLength(3);
  expect(pooled).toHaveLength(1);
  const [hvac] = pooled;
  expect(hvac!.graphs).toEqual(['hvac/boiler', 'hvac/fan-coil']);
  expect(hvac!.suite).toMatchObject({ name: 'hvac', cases: 8 });
  expect(
    hvac!.cells.map(({ id, cases, trials, missing, scores }) => [
      id,
      cases,
      trials,
      missing,
      scores.isomorphism,
    ]),
  ).toEqual([
    ['model:a SG', 8, 8, 0, 0.5],
    ['symbolic', 8, 8, 0, 0.75],
  ]);
});

test('systems that were tried otherwise, or twice on a graph, are other pools', async () => {
  const other = runOf('hvac', { symbolic: '4' }, 'chiller');
  const again = { ...runs[0]!, name: 'again' };
  const { pooled } = await reportOf(mergeShards([...runs, other, again]), signal);
  expect(pooled.map(({ graphs }) => graphs)).toEqual([['hvac/boiler', 'hvac/fan-coil']]);
});

test('a cell that was too expensive for some graphs was run on the others', async () => {
  const [first, second] = runs;
  const expensive = (run: typeof first) => ({
    ...run!,
    run: { ...run!.run, cells: run!.run.cells.map((cell) => ({ ...cell, notRun: 'too expensive' })) },
    async *trials() {},
  });
  const { pooled } = await reportOf(mergeShards([expensive(first), second!]), signal);
  expect(pooled[0]!.cells.map(({ notRun, missing }) => [notRun, missing])).toEqual([
    [null, 4],
    [null, 4],
  ]);
  const methods = reportLatex(await reportOf(mergeShards([expensive(first), second!]), signal));
  expect(methods).toContain('symbolic on hvac, fan-coil was not run: too expensive.');
  const none = await reportOf(mergeShards([expensive(first), expensive(second)]), signal);
  expect(none.pooled[0]!.cells[0]!.notRun).toBe('too expensive');
});

test('reports show the data set as one, and its graphs as levels', async () => {
  const report = await reportOf(mergeShards(runs), signal);
  const markdown = reportMarkdown(report);
  expect(markdown.match(/^# .*/gm)).toEqual(['# Repairs of hvac', '# Repairs of library', '# Side by side']);
  const levels = /## By graph\n\n.*\n\n([\s\S]*?)\n\n/.exec(markdown)![1]!;
  expect(levels.replaceAll(/ +/g, ' ')).toMatchInlineSnapshot(`
    "| graph | triples | of shapes | cases | α | smallest restores | model:a SG | symbolic |
    | -------- | ------- | --------- | ----- | ---------- | ----------------- | --------------------- | --------------------- |
    | boiler | – | – | 4 | 1.00 (1–1) | – | 0 / 0 / 0 / 0 | 100 / 100 / 100 / 100 |
    | fan-coil | – | – | 4 | 1.00 (1–1) | – | 100 / 100 / 100 / 100 | 50 / 50 / 50 / 50 |"
  `);
  const latex = reportLatex(report);
  expect(/\\label\{tab:suites\}[\s\S]*?\\end\{table\}/.exec(latex)![0]).toMatchInlineSnapshot(`
    "\\label{tab:suites}
    \\begin{tabular}{lrrrrrr}
    \\toprule
    Data set & $|G|$ & $|S|$ & Cases & $\\alpha$ & Fragile & Smallest \\\\
    \\midrule
    hvac & -- & -- & 8 & 1.00 (1--1) & 0 & -- \\\\
    \\quad boiler & -- & -- & 4 & 1.00 (1--1) & 0 & -- \\\\
    \\quad fan-coil & -- & -- & 4 & 1.00 (1--1) & 0 & -- \\\\
    library & -- & -- & 4 & 1.00 (1--1) & 0 & -- \\\\
    \\bottomrule
    \\end{tabular}
    \\end{table}"
  `);
  expect(/By graph of hvac[\s\S]*?\\bottomrule/.exec(latex)![0]).toMatchInlineSnapshot(`
    "By graph of hvac}} \\\\*
    boiler & 1 & 0.00\\% & 0.00\\% & 0.00\\% & 0.00\\% & 0.00\\% \\\\
    fan-coil & 1 & 100.00\\% & 100.00\\% & 100.00\\% & 100.00\\% & 100.00\\% \\\\
    \\bottomrule"
  `);
});
