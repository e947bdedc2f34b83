import { expect, test } from 'vitest';
import { shownCells } from './cells.ts';
import { type HeatMapLayout, heatMap, heatMapTable } from './heatMap.ts';
import { type TestReport, testReport } from './testReport.ts';

const rows = (report: TestReport, layout: HeatMapLayout = 'tiers') => {
  const map = heatMap(shownCells(testReport(report)), layout, 'first');
  return heatMapTable(map).rows.map((row) => row.join(' | '));
};

test('shares by tier, system and data set, of the trials that there are', () => {
  expect(rows({ runs: [{ cells: ['symbolic: 4321', 'model:x SF: 40--'] }] })).toEqual([
    'symbolic | a | 3 | 100.0 % | 100.0 % | 66.7 % | 33.3 %',
    'model:x SF | a | 2 | 50.0 % | 50.0 % | 50.0 % | 50.0 %',
    'symbolic | b | 1 | 100.0 % | 0.0 % | 0.0 % | 0.0 %',
  ]);
});

test('strategies side by side, by one tier', () => {
  const report = { runs: [{ cells: ['symbolic: 4444', 'model:x SF: 4400', 'model:x MG: 2222'] }] };
  const map = heatMap(shownCells(testReport(report)), 'semantic', 'first');
  expect([map.rows, map.columns]).toEqual([
    ['symbolic', 'model:x'],
    ['no prompt', 'SF', 'MG'],
  ]);
  expect(rows(report, 'semantic')).toEqual([
    'symbolic | a | 3 | 100.0 % |  | ',
    'model:x | a | 3 |  | 66.7 % | 100.0 %',
    'symbolic | b | 1 | 100.0 % |  | ',
    'model:x | b | 1 |  | 0.0 % | 100.0 %',
  ]);
});

test('runs of different suites are data sets of the same systems; of the same suite, different ones', () => {
  const cells = ['symbolic: 4'];
  const labels = (suites: readonly string[], second: number) =>
    shownCells(
      testReport({
        suites,
        runs: [
          { name: 'one', cells },
          { name: 'two', suite: second, cells },
        ],
      }),
    ).map(({ label }) => label);
  expect(labels(['a+', 'b+'], 1)).toEqual(['symbolic', 'symbolic']);
  expect(labels(['a+'], 0)).toEqual(['symbolic (one)', 'symbolic (two)']);
});

test('what was not run, and what has no trials yet, has no fields', () => {
  expect(rows({ runs: [{ cells: ['symbolic: ----'] }] })).toEqual([]);
});
