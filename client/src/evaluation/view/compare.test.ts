import { expect, test } from 'vitest';
import { shownCells } from './cells.ts';
import { compare, differing, matches } from './compare.ts';
import { testReport } from './testReport.ts';

const cells = shownCells(
  testReport({
    runs: [
      { name: 'one', cells: ['symbolic: 4421', 'model:x SF: 4---'] },
      { name: 'two', cells: ['symbolic: 442-', 'model:x SF: 1111'] },
    ],
  }),
);

test('the same systems of two runs of a suite belong together', () => {
  expect(matches(cells).map(({ first, second }) => `${first.label} ↔ ${second.label}`)).toEqual([
    'symbolic (one) ↔ symbolic (two)',
    'model:x SF (one) ↔ model:x SF (two)',
  ]);
});

test('they are compared by the cases that both have', () => {
  const { pairs, tiers } = compare(cells[0]!, cells[2]!);
  expect(pairs.length).toBe(3);
  expect(tiers.map(({ first, second }) => [first, second])).toEqual(tiers.map(({ first }) => [first, first]));
});

test('what only one of them solves is counted, and listed', () => {
  const comparison = compare(cells[0]!, cells[3]!);
  expect(comparison.tiers.map(({ tier, onlyFirst, onlySecond }) => [tier, onlyFirst, onlySecond])).toEqual([
    ['syntactic', 0, 0],
    ['semantic', 3, 0],
    ['relaxed', 2, 0],
    ['isomorphic', 2, 0],
  ]);
  expect(differing(comparison, 'isomorphic').map(({ first }) => first.case.id)).toEqual(['case-1', 'case-2']);
});
