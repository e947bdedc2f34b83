import { expect, test } from 'vitest';
import { coverageMatrix } from './coverage.ts';
import { suiteOf } from './testSuite.ts';

const because = (reason: string) => ({ reason, explanation: undefined, remedy: undefined });

const suite = suiteOf(
  [
    { shape: ':Paper', component: 'sh:property' },
    { shape: ':Paper', component: 'sh:class' },
    { shape: ':Paper', component: 'sh:class', uncovered: because('SELF_TARGET') },
    { shape: ':Review', component: 'sh:class', uncovered: because('NO_FOCUS') },
  ],
  [{ covered: [0, 1] }, { covered: [1] }],
);
const matrix = coverageMatrix(suite);

test('shapes are in the order of the suite, components by how many constraints they have', () => {
  expect(matrix.shapes).toEqual([':Paper', ':Review']);
  expect(matrix.components).toEqual(['sh:class', 'sh:property']);
});

test.each([
  [':Paper', 'sh:property', { constraints: 1, covered: 1, cases: 1, reasons: [] }],
  [':Paper', 'sh:class', { constraints: 2, covered: 1, cases: 2, reasons: ['SELF_TARGET'] }],
  [':Review', 'sh:class', { constraints: 1, covered: 0, cases: 0, reasons: ['NO_FOCUS'] }],
  [':Review', 'sh:property', undefined],
])('the cell of %s and %s', (shape, component, expected) => {
  expect(matrix.cell(shape, component)).toEqual(expected);
});

test('a case counts once for a component', () => {
  const both = suiteOf([{ shape: ':A' }, { shape: ':B' }], [{ covered: [0, 1] }]);
  expect(coverageMatrix(both).byComponent.get('sh:minCount')?.cases).toBe(1);
});
