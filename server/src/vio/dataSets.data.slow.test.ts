import { expect, test } from 'vitest';
import { constraintsOf, readDataSet } from '../testing/dataSet.ts';
import { generated, problemOf } from '../testing/vios.ts';
import { objections } from './uncoverable.testing.ts';

const hvac = [
  'dual-duct-box',
  'fan-coil-unit',
  'fan-powered-box',
  'hot-water-plant',
  'multi-zone-ahu',
  'single-zone-ahu',
  'vav-cooling-only',
  'vav-with-reheat',
];

test.for([
  ['test-fixtures/university/university.ttl', 70],
  ['test-fixtures/heldout/library.ttl', 30],
  ...hvac.map((name) => [`test-fixtures/hvac/${name}.ttl`, 10] as const),
] as const)('every constraint of %s is violated', async ([path, cases]) => {
  const input = readDataSet(path);
  const problem = await problemOf(input);
  for (const seed of [1, 2, 3]) {
    const suite = await generated(problem, { seed });
    expect(suite.cases.length).toBeGreaterThanOrEqual(cases);
    expect(await objections(input, suite.coverage)).toEqual([]);
    expect(suite.coverage.filter((each) => each.cases.length > 0).length).toBe(
      constraintsOf(input.shapes).length,
    );
  }
});

test('the eight systems have as many cases as the paper has', async () => {
  const perSystem = await Promise.all(
    hvac.map(async (name) => {
      const problem = await problemOf(readDataSet(`test-fixtures/hvac/${name}.ttl`));
      return (await generated(problem, { mode: { kind: 'exhaustive' } })).cases.length;
    }),
  );
  expect(perSystem.reduce((sum, count) => sum + count, 0)).toBeGreaterThanOrEqual(144);
});
