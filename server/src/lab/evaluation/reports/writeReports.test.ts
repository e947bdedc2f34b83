import { expect, test } from 'vitest';
import type { Trial } from '../run/trial.ts';
import { runOf } from './recordedRuns.testing.ts';
import { csvHeader, csvRow } from './writeReports.ts';

test.each([
  ['=HYPERLINK("http://evil.example","x")', `"'=HYPERLINK(""http://evil.example"",""x"")"`],
  ['+1', `'+1`],
  ['-2+3', `'-2+3`],
  ['@SUM(A1)', `'@SUM(A1)`],
  ['\t=1', `'\t=1`],
  ['\r\n=1', `"'\r\n=1"`],
  ['a,"b"', '"a,""b"""'],
  ['plain', 'plain'],
])('names in suites and runs are no formulas: %j', async (name, field) => {
  const { value: trial } = await runOf('d', { symbolic: '1' }).trials()[Symbol.asyncIterator]().next();
  const facts = { ...trial.facts, dataset: name, component: name, shownComponent: name };
  const named: Trial = { ...trial, case: name, facts };
  const row = csvRow(named, {
    run: name,
    system: name,
    strategy: name,
    model: name,
    parameters: {},
    graph: name,
  });
  // Nine columns are names, in the order of the header.
  expect(row.split(field)).toHaveLength(10);
  expect(csvHeader().split(',')).toHaveLength(row.replaceAll(field, '').split(',').length);
});

test.each([
  ['agent:m', { work: undefined }, '1,0,1,0'],
  ['agent:m', { work: { turns: [], introduced: [0, 2] } }, '2,2,0,0'],
  ['symbolic', {}, ',,,'],
])(
  'writes, new results, requests and calls are known of agents alone, with tools and without: %s',
  async (system, of, expected) => {
    const { value: trial } = await runOf('d', { symbolic: '4' }).trials()[Symbol.asyncIterator]().next();
    const rounds = [
      { ...trial.rounds[0], ...of, scores: { ...trial.rounds[0].scores, applied: true, newViolations: 0 } },
    ];
    const row = csvRow(
      { ...trial, rounds },
      { run: 'r', system, strategy: 's', model: null, parameters: {} },
    );
    expect(csvHeader()).toMatch(/writes,introduced,requests,calls\r\n$/);
    expect(row.trimEnd().split(',').slice(-4).join(',')).toBe(expected);
  },
);
