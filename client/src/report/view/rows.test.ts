import { expect, test } from 'vitest';
import { groupResults } from './grouping.ts';
import { type ReportTreeRow, treeRows } from './rows.ts';
import { resultOf } from './testResult.ts';

const groups = groupResults(
  ['S 1', 'S 2', 'R 3'].map((text) => resultOf({ shape: text[0]!, key: text[2]! })),
  'shape',
);

test('the results of a group stand below it', () => {
  expect(treeRows(groups, new Set()).map(brief)).toEqual([
    '- S 1/2',
    '1 1/2 in 0',
    '2 2/2 in 0',
    '- R 2/2',
    '3 1/1 in 3',
  ]);
});

test('a collapsed group shows none', () => {
  expect(treeRows(groups, new Set(['S', 'gone'])).map(brief)).toEqual(['+ S 1/2', '- R 2/2', '3 1/1 in 1']);
});

test('results of the same name are told apart', () => {
  const twice = groupResults([resultOf({}), resultOf({ message: 'Again' })], 'shape');
  expect(treeRows(twice, new Set()).map(({ id }) => id)).toEqual(['group ex:Shape', 'key', 'key (2)']);
});

function brief(row: ReportTreeRow): string {
  const place = `${row.position}/${row.siblings}`;
  return row.kind === 'group'
    ? `${row.isExpanded ? '-' : '+'} ${row.group.label} ${place}`
    : `${row.result.key} ${place} in ${row.parent}`;
}
