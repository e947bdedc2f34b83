import { expect, test } from 'vitest';
import { shownCells } from './cells.ts';
import { costMeasure, costNotes, costs, costTable, noCosts } from './costs.ts';
import { testCell, testReport } from './testReport.ts';

const asked = (text: string, usd: number | null, estimated = false) =>
  testCell(text, {
    cost: { input: 4000, output: 100, estimated, usd, usdPerTrial: null, answers: 4, fromCache: 0 },
  });
const cellsOf = (...cells: Parameters<typeof testReport>[0]['runs'][number]['cells']) =>
  shownCells(testReport({ runs: [{ cells }] }));

test('tokens and costs of a trial, of systems that ask models', () => {
  const all = costs(cellsOf('symbolic: 4444', asked('model:x SF: 4400', 0.02)));
  expect(costTable(all).rows.map((row) => row.join(' | '))).toEqual([
    'model:x SF | 4 | 1,000 | 25 | 0.0050 | 0.020 | 50.0 %',
  ]);
  expect(costMeasure(all).label).toBe('USD per 1,000 trials');
  expect(costNotes(all)).toEqual([]);
});

test('without a price, tokens are what is measured, and that is said', () => {
  const all = costs(cellsOf(asked('model:x SF: 4400', 0.02), asked('model:y SF: 4400', null, true)));
  expect(costMeasure(all).label).toBe('tokens per trial');
  expect(costNotes(all)).toEqual([
    'The prices of model:y SF are not known. Pass them with --prices to see costs here.',
    'Some token counts are estimates, because the provider did not report them (*).',
  ]);
});

test('where there are no costs, it is said why', () => {
  expect(noCosts(cellsOf('symbolic: 4'))).toBe(
    'None of the systems uses a model, so there are no tokens and no costs.',
  );
  expect(noCosts(cellsOf('model:x SF: ----'))).toBe('No model has answered yet.');
});
