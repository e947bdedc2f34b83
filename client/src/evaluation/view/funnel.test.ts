import { expect, test } from 'vitest';
import { shownCells } from './cells.ts';
import { funnels, funnelTable } from './funnel.ts';
import { testReport } from './testReport.ts';

const cells = shownCells(testReport({ runs: [{ repeat: 2, cells: ['symbolic: 44433210'] }] }));

test.each([
  ['all data sets', undefined, 'symbolic | 8 | 87.5 % | 75.0 % | 62.5 % | 37.5 % | 50.0 % to 75.0 %'],
  ['one of them', 'a', 'symbolic | 6 | 100.0 % | 100.0 % | 83.3 % | 50.0 % | 66.7 %'],
])('how far trials get, and how far they could, on %s', (_, dataset, expected) => {
  const { rows } = funnelTable(funnels(cells, dataset, 'first'));
  expect(rows.map((row) => row.join(' | '))).toEqual([expected]);
});

test('there is nothing to be said of a data set that was not tried', () => {
  expect(funnels(cells, 'elsewhere', 'first')).toEqual([]);
});
