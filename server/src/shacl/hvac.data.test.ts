import { describe, expect, test } from 'vitest';
import { complaints, constraintsOf, readDataSet } from '../testing/dataSet.ts';
import { builtinValidator } from './incremental/recordedValidation.ts';
import { referenceValidator } from './reference/referenceEngine.ts';

// Suites are tuned with these data sets: what is in them is not to change any more.

const sizes = [
  { system: 'vav-cooling-only', triples: 48, shapes: 67, constraints: 34 },
  { system: 'vav-with-reheat', triples: 50, shapes: 73, constraints: 37 },
  { system: 'fan-powered-box', triples: 46, shapes: 83, constraints: 39 },
  { system: 'dual-duct-box', triples: 50, shapes: 80, constraints: 41 },
  { system: 'multi-zone-ahu', triples: 58, shapes: 90, constraints: 43 },
  { system: 'single-zone-ahu', triples: 46, shapes: 78, constraints: 37 },
  { system: 'fan-coil-unit', triples: 59, shapes: 73, constraints: 40 },
  { system: 'hot-water-plant', triples: 50, shapes: 70, constraints: 38 },
];

describe.each(sizes)('$system', ({ system, ...size }) => {
  const input = readDataSet(`test-fixtures/hvac/${system}.ttl`);

  test.each([builtinValidator(), referenceValidator])(
    '$engine has nothing to complain about',
    async (engine) => {
      expect(await complaints(engine, input)).toEqual([]);
    },
  );

  test('it is as large as intended', () => {
    const { dataGraph, shapes } = input;
    const constraints = constraintsOf(shapes).length;
    expect({ triples: dataGraph.size, shapes: shapes.graph.size, constraints }).toEqual(size);
  });
});
