import { expect, test } from 'vitest';
import { complaints, constraintsOf, readDataSet } from '../testing/dataSet.ts';
import { allComponents } from './components/index.ts';
import { builtinValidator } from './incremental/recordedValidation.ts';
import { referenceValidator } from './reference/referenceEngine.ts';

// Suites are tuned with this data set: what is in it is not to change any more.

const university = readDataSet('test-fixtures/university/university.ttl');

test.each([builtinValidator(), referenceValidator])(
  '$engine has nothing to complain about',
  async (engine) => {
    expect(await complaints(engine, university)).toEqual([]);
  },
);

test('it is as large as intended', () => {
  const { dataGraph, shapes } = university;
  expect([dataGraph.size, shapes.graph.size, constraintsOf(shapes).length]).toEqual([238, 249, 126]);
});

test('every component of SHACL Core of 2017 is in use', () => {
  const kinds = new Set(constraintsOf(university.shapes).map(({ kind }) => kind));
  expect(kinds).toEqual(new Set(allComponents.filter(({ isDraft }) => !isDraft).map(({ kind }) => kind)));
});
