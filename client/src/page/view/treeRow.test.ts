import { expect, test } from 'vitest';
import { sameRow } from './treeRow.ts';

const rows = ['a', 'b', 'c', 'd'].map((id, index) => ({ id, position: index + 1, siblings: 4 }));

test.each([
  ['b', 0, 1],
  ['d', 9, 3],
  // What is gone is replaced by what has come to its place.
  ['gone', 1, 1],
  ['gone', 99, 3],
  [undefined, 2, 2],
])('the row %s that was at %i is at %i', (id, index, expected) => {
  expect(sameRow(rows, id, index)).toBe(expected);
});

test('without rows there is no row but the first', () => {
  expect(sameRow([], 'gone', 3)).toBe(0);
});
