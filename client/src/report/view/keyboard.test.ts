import { expect, test } from 'vitest';
import { groupResults } from './grouping.ts';
import { type TreeAction, treeAction } from './keyboard.ts';
import { treeRows } from './rows.ts';
import { resultOf } from './testResult.ts';

const results = ['S 1', 'S 2', 'R 3', 'Q 4'].map((text) => resultOf({ shape: text[0]!, key: text[2]! }));

/** Rows 0 S, 1, 2, 3 Q (collapsed), 4 R, 5. */
const rows = treeRows(groupResults(results, 'shape'), new Set(['Q']));

test.each<[string, number, TreeAction | undefined]>([
  ['ArrowDown', 0, { kind: 'focus', row: 1 }],
  ['ArrowDown', 5, { kind: 'focus', row: 5 }],
  ['ArrowUp', 4, { kind: 'focus', row: 3 }],
  ['ArrowUp', 0, { kind: 'focus', row: 0 }],
  ['PageDown', 0, { kind: 'focus', row: 3 }],
  ['PageDown', 4, { kind: 'focus', row: 5 }],
  ['PageUp', 5, { kind: 'focus', row: 2 }],
  ['Home', 5, { kind: 'focus', row: 0 }],
  ['End', 0, { kind: 'focus', row: 5 }],
  // Into the group, and out of it.
  ['ArrowRight', 3, { kind: 'expand', row: 3 }],
  ['ArrowRight', 0, { kind: 'focus', row: 1 }],
  ['ArrowRight', 1, undefined],
  ['ArrowLeft', 2, { kind: 'focus', row: 0 }],
  ['ArrowLeft', 0, { kind: 'collapse', row: 0 }],
  ['ArrowLeft', 3, undefined],
  ['Enter', 0, { kind: 'collapse', row: 0 }],
  [' ', 3, { kind: 'expand', row: 3 }],
  ['Enter', 1, { kind: 'go', row: 1 }],
  ['Shift+Enter', 1, { kind: 'goToShape', row: 1 }],
  ['s', 1, { kind: 'goToShape', row: 1 }],
  ['s', 0, undefined],
  ['r', 2, { kind: 'repair', row: 2 }],
  // The key that it has in editors.
  ['Control+.', 2, { kind: 'repair', row: 2 }],
  ['Control+z', 0, { kind: 'undo' }],
  ['r', 0, undefined],
  ['*', 1, { kind: 'expandAll' }],
  ['/', 1, { kind: 'filter' }],
  // Those are for others.
  ['Control+ArrowDown', 1, undefined],
  ['Control+s', 1, undefined],
  ['Control+Shift+z', 1, undefined],
  ['Tab', 1, undefined],
])('%s in row %i', (keys, row, expected) => {
  expect(treeAction(keyOf(keys), rows, row, 3)).toEqual(expected);
});

test('an empty tree can be filtered only', () => {
  expect(treeAction(keyOf('/'), [], 0, 3)).toEqual({ kind: 'filter' });
  expect(treeAction(keyOf('Enter'), [], 0, 3)).toBeUndefined();
});

function keyOf(keys: string) {
  const parts = keys.split('+');
  return { key: parts.at(-1)!, shift: parts.includes('Shift'), control: parts.includes('Control') };
}
