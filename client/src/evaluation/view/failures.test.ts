import { expect, test } from 'vitest';
import { shownCells } from './cells.ts';
import { componentName, detailsFinder, failuresOf, filtered, noFilter, valuesOf } from './failures.ts';
import { testReport } from './testReport.ts';

const report = testReport({
  runs: [{ repeat: 2, cells: ['symbolic: 44432100', 'model:x SF: 44444432'] }],
  more: {
    details: [{ run: 0, cell: 0, case: 1, repeat: 2, failure: null, rounds: [] }],
  },
});
const failures = failuresOf(shownCells(report), 'first');

test('all trials that do not restore the graph are listed', () => {
  expect(
    failures.map(({ of, case: { id }, repeat, height }) => [of.label, id, repeat, height].join(' ')),
  ).toEqual([
    'symbolic case-2 2 3',
    'symbolic case-3 1 2',
    'symbolic case-3 2 1',
    'symbolic case-4 1 0',
    'symbolic case-4 2 0',
    'model:x SF case-4 1 3',
    'model:x SF case-4 2 2',
  ]);
});

test.each([
  ['system', 'model:x', 2],
  ['strategy', 'none', 5],
  ['reached', '0', 2],
  ['component', 'http://www.w3.org/ns/shacl#ClassConstraintComponent', 2],
  ['dataset', 'b', 4],
])('by %s', (field, value, count) => {
  expect(filtered(failures, { ...noFilter, [field]: value }).length).toBe(count);
});

test('each value can be chosen, with how many there are', () => {
  expect(valuesOf(failures, 'reached').map(({ value, trials }) => `${value}: ${trials}`)).toEqual([
    '0: 2',
    '1: 1',
    '2: 2',
    '3: 2',
  ]);
});

test('the page knows of which of them it has all', () => {
  const detailsOf = detailsFinder(report);
  expect(
    failures.filter((trial) => detailsOf(trial)).map(({ case: { id }, repeat }) => `${id} ${repeat}`),
  ).toEqual(['case-2 2']);
});

test.each([
  ['http://www.w3.org/ns/shacl#ClassConstraintComponent', 'sh:class'],
  ['http://www.w3.org/ns/shacl#UniqueLangConstraintComponent', 'sh:uniqueLang'],
  ['http://www.w3.org/ns/shacl#SPARQLConstraintComponent', 'sh:sparql'],
  ['http://example.org/ns#Own', 'Own'],
  ['urn:x', 'urn:x'],
])('%s is called %s', (iri, name) => {
  expect(componentName(iri)).toBe(name);
});
