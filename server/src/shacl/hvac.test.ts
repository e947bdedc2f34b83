import { describe, expect, test } from 'vitest';
import { complaints, constraintsOf, readDataSet } from '../testing/dataSet.ts';
import { builtinValidator } from './builtinValidator.ts';
import { referenceValidator } from './reference.ts';

// Suites are tuned with these data sets: what is in them is not to change any more.

const sizes = [
  { system: 'vav-cooling-only', triples: 48, shapes: 54, constraints: 25 },
  { system: 'vav-with-reheat', triples: 50, shapes: 68, constraints: 32 },
  { system: 'fan-powered-box', triples: 46, shapes: 66, constraints: 29 },
  { system: 'dual-duct-box', triples: 50, shapes: 68, constraints: 32 },
  { system: 'multi-zone-ahu', triples: 58, shapes: 72, constraints: 33 },
  { system: 'single-zone-ahu', triples: 46, shapes: 75, constraints: 34 },
  { system: 'fan-coil-unit', triples: 59, shapes: 53, constraints: 28 },
  { system: 'hot-water-plant', triples: 50, shapes: 64, constraints: 34 },
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
