import fc from 'fast-check';
import { expect, test } from 'vitest';
import { expectRelative } from './relative.testing.ts';
import { shapiroWilk } from './shapiroWilk.ts';
import { statisticsReference } from './statisticsReference.testing.ts';

test.each(statisticsReference().shapiroWilk)("is R's shapiro.test of $sample", ({ sample, w, p }) => {
  const result = shapiroWilk(sample);
  expectRelative(result?.w, w, 1e-10);
  expectRelative(result?.pValue, p, 1e-7);
});

test.each([
  ['two values', [1, 2]],
  ['the same value again and again', [3, 3, 3, 3]],
  ['more than 5,000 values', Array.from({ length: 5001 }, (_, i) => i)],
])('does not judge %s', (_, sample) => {
  expect(shapiroWilk(sample)).toBeUndefined();
});

test('neither order nor units matter, and mirrored samples are as normal', () => {
  const sample = fc.array(fc.integer({ min: -500, max: 500 }), { minLength: 3, maxLength: 30 });
  fc.assert(
    fc.property(sample, fc.integer({ min: 1, max: 99 }), fc.integer(), (values, unit, shift) => {
      fc.pre(new Set(values).size > 1);
      const result = shapiroWilk(values);
      const other = shapiroWilk(values.toReversed().map((x) => shift - unit * x));
      expect(other?.w).toBeCloseTo(result?.w ?? Number.NaN, 6);
    }),
  );
});
