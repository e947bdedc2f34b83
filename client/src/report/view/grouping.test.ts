import { expect, test } from 'vitest';
import { type Grouping, groupResults, isExpanded, labelsToChange } from './grouping.ts';
import { resultOf } from './testResult.ts';

const results = [
  resultOf({ key: '1', focusNode: 'ex:b', shape: 'ex:S', component: 'sh:class', severity: 'info' }),
  resultOf({ key: '2', focusNode: 'ex:a', shape: 'ex:S', component: 'sh:in' }),
  resultOf({ key: '3', focusNode: 'ex:c', shape: 'ex:R', component: 'sh:in' }),
  resultOf({ key: '4', focusNode: 'ex:a', shape: 'ex:S', component: 'sh:in', severity: 'warning' }),
];

test.each<[Grouping, readonly string[]]>([
  ['shape', ['ex:S 1 2 4', 'ex:R 3']],
  ['component', ['sh:in 2 3 4', 'sh:class 1']],
  // The largest first, then by name.
  ['focusNode', ['ex:a 2 4', 'ex:b 1', 'ex:c 3']],
  // The worst first, however many there are.
  ['severity', ['violation 2 3', 'warning 4', 'info 1']],
])('by %s', (grouping, expected) => {
  const groups = groupResults(results, grouping);
  expect(groups.map(({ label, results }) => [label, ...results.map(({ key }) => key)].join(' '))).toEqual(
    expected,
  );
});

test('a group counts its severities', () => {
  expect(groupResults(results, 'focusNode')[0]?.counts).toEqual({ violation: 1, warning: 1, info: 0 });
});

test('no results, no groups', () => {
  expect(groupResults([], 'shape')).toEqual([]);
});

test('results that rest on a namespace are a group of their own, which starts collapsed', () => {
  const resting = ['5', '6'].map((key) => resultOf({ key, restsOn: 'http://x/' }));
  const groups = groupResults([...results, ...resting], 'severity');
  const label = 'Come from http://x/';
  expect(groups.map((group) => group.label)).toEqual([label, 'violation', 'warning', 'info']);
  const expanded = (changed: readonly string[]) =>
    groups.filter((group) => isExpanded(group, new Set(changed))).map((group) => group.label);
  expect(expanded([])).toEqual(['violation', 'warning', 'info']);
  expect(expanded(labelsToChange(groups, true))).toHaveLength(4);
  expect(expanded(labelsToChange(groups, false))).toEqual([]);
});
