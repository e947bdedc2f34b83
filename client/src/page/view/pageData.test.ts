import { expect, test } from 'vitest';
import { shown } from './pageData.ts';

test('names of systems hide nothing, and stay the same as values and as fields', () => {
  const data = { cells: ['a\u202eb', 'c'], scores: { 'a\u202eb': 1, c: null }, text: 'x\ny\u001b[2J' };
  expect(JSON.parse(JSON.stringify(data), (_, value) => shown(value))).toEqual({
    cells: ['a\\u{202e}b', 'c'],
    scores: { 'a\\u{202e}b': 1, c: null },
    text: 'x\ny\\u{1b}[2J',
  });
});
