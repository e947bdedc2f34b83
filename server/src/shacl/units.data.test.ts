import { expect, test } from 'vitest';
import { complaints, constraintsOf, readUnits } from '../testing/dataSet.ts';
import { enginesToTest } from './enginesToTest.testing.ts';

// Suites are tuned with this data set: what is in it is not to change any more.

const units = readUnits();

test.each(enginesToTest)('$engine has nothing to complain about', async (engine) => {
  expect(await complaints(engine, units)).toEqual([]);
});

test('it is as large as intended', () => {
  const { dataGraph, shapes } = units;
  const propertyShapes = shapes.shapes.filter(({ kind }) => kind === 'property').length;
  const constraints = constraintsOf(shapes).length;
  expect([dataGraph.size, shapes.graph.size, propertyShapes, constraints]).toEqual([59_753, 577, 71, 237]);
});
