import fc from 'fast-check';
import { expect, test } from 'vitest';
import { expectRelative } from './relative.testing.ts';
import { statisticsReference } from './statisticsReference.testing.ts';
import { boxCoxFor, transformationsFor } from './transformations.ts';

test.each(statisticsReference().boxCox)(
  "has the exponent of MASS's boxcox for $sample",
  ({ sample, lambda }) => {
    expectRelative(boxCoxFor(sample)?.lambda, lambda, 1e-5);
  },
);

test.each([
  ['arcsine', 0.25, Math.PI / 6],
  ['arcsine', 1, Math.PI / 2],
  ['logit', 0, -13.815511557963774],
  ['logit', 0.5, 0],
  ['logit', 0.9, Math.log(0.900001 / 0.100001)],
])('the %s of %d is %d', (name, value, transformed) => {
  const transformation = transformationsFor([0, 1]).find((each) => each.name === name)!;
  expect(transformation.transform(value)).toBeCloseTo(transformed, 12);
});

test.each([
  ['a value is 0', [0, 0.5, 1]],
  ['all values are the same', [0.5, 0.5]],
])('there is no transformation of Box and Cox where %s', (_, values) => {
  expect(transformationsFor(values).map(({ name }) => name)).toEqual(['arcsine', 'logit']);
});

test('every transformation can be taken back, and keeps the order', () => {
  const share = fc.integer({ min: 50, max: 100 }).map((percent) => percent / 100);
  fc.assert(
    fc.property(fc.array(share, { minLength: 5, maxLength: 20 }), (values) => {
      for (const { transform, back } of transformationsFor(values)) {
        const sorted = values.toSorted((a, b) => a - b);
        expect(sorted.map(transform).toSorted((a, b) => a - b)).toEqual(sorted.map(transform));
        for (const value of values) expect(back(transform(value))).toBeCloseTo(value, 6);
      }
    }),
    { numRuns: 30 },
  );
});

test.each([
  ['arcsine', -0.1, 0],
  ['arcsine', 2, 1],
  ['logit', -100, 0],
  ['logit', 100, 1],
])('what %s makes %d of no value comes from %d', (name, transformed, value) => {
  const transformation = transformationsFor([0, 1]).find((each) => each.name === name)!;
  expect(transformation.back(transformed)).toBe(value);
});
