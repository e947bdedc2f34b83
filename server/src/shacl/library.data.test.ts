import { expect, test } from 'vitest';
import { complaints, constraintsOf, readDataSet } from '../testing/dataSet.ts';
import { builtinValidator } from './incremental/recordedValidation.ts';
import { referenceValidator } from './reference/referenceEngine.ts';

// Suites are measured with this data set and never tuned with it.

const library = readDataSet('test-fixtures/heldout/library.ttl');

test.each([builtinValidator(), referenceValidator])(
  '$engine has nothing to complain about',
  async (engine) => {
    expect(await complaints(engine, library)).toEqual([]);
  },
);

test('it is as large as intended', () => {
  const { dataGraph, shapes } = library;
  expect([dataGraph.size, shapes.graph.size, constraintsOf(shapes).length]).toEqual([115, 119, 54]);
});
