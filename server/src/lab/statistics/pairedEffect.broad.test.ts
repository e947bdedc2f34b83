import fc from 'fast-check';
import { expect, test } from 'vitest';
import { seededRandom } from '../../base/random.ts';
import { holm } from './comparisonStatistics.ts';
import { type PairedEffect, pairedEffects, signFlipTest } from './pairedEffect.ts';
import type { PairedBlock } from './pairing.ts';
import { expectRelative } from './relative.testing.ts';
import { statisticsReference } from './statisticsReference.testing.ts';

test('blocks count alike, whatever their number of cases', () => {
  const effect = effectOf([block('hvac', '-+ -+ -+ -+'), block('unit', '-- +-')]);
  expect(effect).toMatchObject({ difference: 0.25, referenceMean: 0.25, comparisonMean: 0.5 });
  expect(effect).toMatchObject({ pairs: 6, blocks: 2, cases: 6 });
});

test('a case is one case in however many blocks it is', () => {
  const single = effectOf([block('hvac', '-+ -+ -- +-')]);
  const threefold = effectOf([1, 2, 3].map(() => block('hvac', '-+ -+ -- +-')));
  expect({ ...threefold, pairs: 4, blocks: 1 }).toEqual(single);
});

test('the interval is that of the binomial distribution where half of the cases differ', () => {
  // qbinom(c(0.025, 0.975), 20, 0.5) / 20
  const { low, high } = effectOf([block('hvac', `${'-+ '.repeat(10)}${'-- '.repeat(10)}`)]);
  expect([low, high]).toEqual([0.3, 0.7]);
});

test.each([
  ['-+ -+ -+ -+ -+', 2 / 2 ** 5],
  ['-+ -+ -+ -+ +-', 12 / 2 ** 5],
  ['-- ++ -- ++', 1],
  // binom.test(10, 12)$p.value
  [`${'-+ '.repeat(10)}+- +-`, 0.03857421875],
])('the p value of %s is exact', (pairs, pValue) => {
  const effect = effectOf([block('hvac', pairs)]);
  expectRelative(effect.pValue, pValue, 1e-12);
  expect(effect.exact).toBe(true);
});

test('many cases are tried with some signs by chance', () => {
  // binom.test(20, 25)$p.value
  const effect = effectOf([block('hvac', `${'-+ '.repeat(20)}${'+- '.repeat(5)}`)], 100_000);
  expectRelative(effect.pValue, 0.0040772557, 0.1);
  expect(effect.exact).toBe(false);
});

test('signs by chance come to what all signs come to', () => {
  const share = fc.integer({ min: -5, max: 5 }).map((x) => x + 0.25);
  fc.assert(
    fc.property(fc.array(share, { minLength: 17, maxLength: 17 }), fc.integer(), (shares, seed) => {
      const withOneMore = [...shares.slice(0, 16), 1e-9];
      const exact = signFlipTest(shares.slice(0, 16), 0, seededRandom(seed));
      const drawn = signFlipTest(withOneMore, 4000, seededRandom(seed));
      expect(drawn.exact).toBe(false);
      // Five standard deviations, and sums that are as far out but for the one more.
      expect(Math.abs(drawn.pValue - exact.pValue)).toBeLessThan(0.05 + 0.05);
    }),
    { numRuns: 5 },
  );
});

test('few cases are told', () => {
  expect(effectOf([block('hvac', '-+ -+ -- +-')]).cautions).toMatchInlineSnapshot(`
    [
      "4 cases are too few for the interval to be trusted.",
      "Only 3 cases came out differently: no p value below 0.25 is possible.",
    ]
  `);
});

test('cases that came out alike are told', () => {
  const { low, high, cautions } = effectOf([block('hvac', '-+ '.repeat(12))]);
  expect([low, high]).toEqual([1, 1]);
  expect(cautions).toEqual([
    'Cases of the same data set had the same outcome: resampling them says nothing about others.',
  ]);
});

test('the other way round, everything is mirrored', () => {
  fc.assert(
    fc.property(blocks, (each) => {
      const effect = effectOf(each, 200);
      const mirrored = effectOf(each.map(swapped), 200);
      expect(mirrored.difference).toBeCloseTo(-effect.difference, 12);
      expect(mirrored.low).toBeCloseTo(-effect.high, 12);
      expect(mirrored.high).toBeCloseTo(-effect.low, 12);
      expect(mirrored.pValue).toBe(effect.pValue);
    }),
    { numRuns: 30 },
  );
});

test('the order of pairs changes nothing', () => {
  fc.assert(
    fc.property(blocks, (each) => {
      const reversed = each.map(({ dataset, pairs }) => ({ dataset, pairs: pairs.toReversed() }));
      expect(effectOf(reversed, 100)).toEqual(effectOf(each, 100));
    }),
    { numRuns: 30 },
  );
});

test("Holm's p values are those of R's p.adjust, in any order", () => {
  const { raw, adjusted } = statisticsReference().holm;
  holm(raw).forEach((pValue, i) => {
    expectRelative(pValue, adjusted[i]!, 1e-12);
  });
  expect(holm(raw.toReversed())).toEqual(holm(raw).toReversed());
});

/** Cases 0, 1, 2, … with what the reference and what the comparison made of them. */
function block(dataset: string, text: string): PairedBlock {
  const pairs = text
    .trim()
    .split(' ')
    .map((pair, i) => ({
      caseId: `${i}`,
      reference: pair[0] === '+' ? 1 : 0,
      comparison: pair[1] === '+' ? 1 : 0,
    }));
  return { dataset, pairs };
}

const blocks = fc.array(
  fc
    .tuple(
      fc.constantFrom('hvac', 'unit'),
      fc.uniqueArray(
        fc.record({
          caseId: fc.integer({ min: 0, max: 25 }).map(String),
          reference: fc.nat(1),
          comparison: fc.nat(1),
        }),
        { minLength: 1, selector: ({ caseId }) => caseId },
      ),
    )
    .map(([dataset, pairs]): PairedBlock => ({ dataset, pairs })),
  { minLength: 1, maxLength: 4 },
);

function swapped({ dataset, pairs }: PairedBlock): PairedBlock {
  return {
    dataset,
    pairs: pairs.map(({ caseId, reference, comparison }) => {
      return { caseId, reference: comparison, comparison: reference };
    }),
  };
}

function effectOf(each: readonly PairedBlock[], resamples = 2000): PairedEffect {
  return pairedEffects([each], resamples, seededRandom(1))[0]!;
}
