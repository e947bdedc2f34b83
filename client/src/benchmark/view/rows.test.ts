import { expect, test } from 'vitest';
import type { CaseDetails } from '../../../../server/src/languageServer/protocol/editor/protocol.ts';
import { type CaseAction, caseAction } from './keyboard.ts';
import { caseRows, type SuiteRow } from './rows.ts';
import { caseOf } from './testSuite.ts';

const cases = ['a', 'b', 'c'].map((id) => caseOf({ id }));
const details: CaseDetails = {
  removed: ['ex:x ex:p 1 .'],
  added: ['ex:x ex:p 2 .'],
  results: [{ severity: 'violation', message: 'Too large', focusNode: 'ex:x' }],
  notes: ['The same graph as case-0001.'],
};
const rows = caseRows(cases, new Set(['b', 'c']), new Map([['b', details]]));

test('what is known of an expanded case stands below it', () => {
  expect(rows.map(brief)).toEqual([
    '+ a 1/3',
    '- b 2/3',
    'removed ex:x ex:p 1 . 1/4 in 1',
    'added ex:x ex:p 2 . 2/4 in 1',
    'violation ex:x: Too large 3/4 in 1',
    'note The same graph as case-0001. 4/4 in 1',
    '- c 3/3',
    'note Reading … 1/1 in 6',
  ]);
});

test.each<[string, number, CaseAction | undefined]>([
  ['Enter', 0, { kind: 'open', row: 0 }],
  ['Enter', 3, { kind: 'open', row: 1 }],
  ['s', 4, { kind: 'shape', row: 1 }],
  [' ', 0, { kind: 'expand', row: 0 }],
  [' ', 1, { kind: 'collapse', row: 1 }],
  ['ArrowRight', 0, { kind: 'expand', row: 0 }],
  ['ArrowRight', 1, { kind: 'focus', row: 2 }],
  ['ArrowLeft', 5, { kind: 'focus', row: 1 }],
  ['ArrowLeft', 1, { kind: 'collapse', row: 1 }],
  ['ArrowLeft', 0, undefined],
  ['End', 0, { kind: 'focus', row: 7 }],
  ['/', 0, { kind: 'filter' }],
  ['Control+s', 0, undefined],
  ['x', 0, undefined],
])('%s in row %i', (keys, row, expected) => {
  const key = keys.split('+').at(-1)!;
  expect(caseAction({ key, shift: false, control: keys !== key }, rows, row, 3)).toEqual(expected);
});

test('without rows there is nothing to do but to filter', () => {
  const press = (key: string) => caseAction({ key, shift: false, control: false }, [], 0, 3);
  expect([press('Enter'), press('/')]).toEqual([undefined, { kind: 'filter' }]);
});

function brief(row: SuiteRow): string {
  const place = `${row.position}/${row.siblings}`;
  return row.kind === 'case'
    ? `${row.isExpanded ? '-' : '+'} ${row.id} ${place}`
    : `${row.detail.kind} ${row.detail.text} ${place} in ${row.parent}`;
}
