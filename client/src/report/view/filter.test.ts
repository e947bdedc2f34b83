import { expect, test } from 'vitest';
import { filterResults } from './filter.ts';
import { resultOf } from './testResult.ts';

const range = { start: { line: 0, character: 0 }, end: { line: 0, character: 0 } };
const results = [
  resultOf({ key: 'metre', focusNode: 'unit:M', message: 'Value is no decimal', value: '"0.3"' }),
  resultOf({ key: 'mile', focusNode: 'unit:MI', path: 'rdfs:label', severity: 'warning' }),
  resultOf({ key: 'other', component: 'sh:class', place: { uri: 'file:///a%20b.ttl', range } }),
];

test.each([
  ['', ['metre', 'mile', 'other']],
  ['   ', ['metre', 'mile', 'other']],
  ['unit:', ['metre', 'mile']],
  ['DECIMAL', ['metre']],
  ['unit: label', ['mile']],
  ['label unit:', ['mile']],
  ['"0.3"', ['metre']],
  ['sh:class', ['other']],
  // Files by the names that are shown.
  ['b.ttl', ['other']],
  ['a%20b', []],
  // A word does not reach from one part into the next.
  ['decimalsh:', []],
])('the words %j', (text, expected) => {
  expect(passing({ text, hiddenSeverities: [] })).toEqual(expected);
});

test('severities are hidden', () => {
  expect(passing({ text: '', hiddenSeverities: ['violation'] })).toEqual(['mile']);
  expect(passing({ text: 'unit:', hiddenSeverities: ['warning', 'info'] })).toEqual(['metre']);
});

function passing(filter: Parameters<typeof filterResults>[1]): readonly string[] {
  return filterResults(results, filter, () => 'a b.ttl').map(({ key }) => key);
}
