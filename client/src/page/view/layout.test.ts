import { expect, test } from 'vitest';
import { RowLayout } from './layout.ts';

/** A group: its row from 0 to 20, its results from 20 on. */
function layoutOf(results: number): RowLayout {
  return new RowLayout([20, ...Array.from({ length: results }, () => 30)]);
}

test('rows follow one another', () => {
  const layout = layoutOf(3);
  expect([0, 1, 2, 3, 4].map((row) => layout.top(row))).toEqual([0, 20, 50, 80, 110]);
  expect(layout.height).toBe(110);
});

test.each([
  [0, 0],
  [19, 0],
  [20, 1],
  [49, 1],
  [109, 3],
  [110, 3],
  [5000, 3],
])('the row at pixel %i is %i', (pixel, row) => {
  expect(layoutOf(3).rowAt(pixel)).toBe(row);
});

test('of thousands of rows, those on the screen and some more are drawn', () => {
  const layout = layoutOf(5000);
  expect(layout.visible(0, 300, 10)).toEqual({ first: 0, end: 21 });
  expect(layout.visible(30_020, 300, 10)).toEqual({ first: 991, end: 1022 });
  expect(layout.visible(layout.height - 300, 300, 10)).toEqual({ first: 4981, end: 5001 });
  // Scrolled further than there is anything, as browsers do while the tree shrinks.
  expect(layout.visible(999_999, 300, 10)).toEqual({ first: 4990, end: 5001 });
});

test('no rows, nothing to draw', () => {
  const layout = new RowLayout([]);
  expect(layout.height).toBe(0);
  expect(layout.visible(0, 300, 10)).toEqual({ first: 0, end: 0 });
});

test.each([
  ['in sight', 2, 40, 40],
  ['above', 0, 40, 0],
  ['half above', 1, 40, 20],
  ['below', 9, 40, 190],
])('a row %s is brought into sight', (_, row, scrollTop, expected) => {
  expect(layoutOf(10).scrollTo(row, scrollTop, 100)).toBe(expected);
});
