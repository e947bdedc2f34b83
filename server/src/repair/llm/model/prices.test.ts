import { expect, test } from 'vitest';
import { priceOf, readPrices } from './prices.ts';

const { prices } = readPrices([
  { model: 'large', from: '2025-01-01', input: 2.5, output: 10 },
  { model: 'large', from: '2025-06-01', input: 2, output: 8, cachedInput: 0.5 },
  { model: 'local', from: '2025-01-01', input: 0, output: 0 },
]);

const usage = { input: 1_000_000, output: 100_000, estimated: false };

test.each([
  ['large', '2025-01-01', 3.5],
  ['large', '2025-05-31', 3.5],
  ['large', '2025-06-01', 2.8],
  ['large', '2024-12-31', undefined],
  ['local', '2025-06-01', 0],
  ['large-2025-01-01', '2025-06-01', undefined],
])('%s costs on %s: %s', (model, day, cost) => {
  expect(priceOf(usage, model, day, prices)).toBe(cost);
});

test.each([
  [400_000, '2025-06-01', 0.6 * 2 + 0.4 * 0.5],
  [400_000, '2025-01-01', 2.5],
  // No provider has more from before than was sent.
  [9_000_000, '2025-06-01', 0.5],
])('of the input %i tokens were there before, on %s: %s', (cachedInput, day, cost) => {
  expect(priceOf({ ...usage, output: 0, cachedInput }, 'large', day, prices)).toBeCloseTo(cost, 10);
});

test('entries that cannot be read are named and left out', () => {
  const good = { model: 'large', from: '2025-01-01', input: 2.5, output: 10 };
  const { prices, problems } = readPrices([
    good,
    'large',
    { ...good, model: '' },
    { ...good, from: 'January 2025' },
    { ...good, from: '2025-02-30' },
    { ...good, input: '2.5' },
    { ...good, output: -1 },
    { ...good, cachedInput: Number.NaN },
  ]);
  expect(prices).toEqual([good]);
  expect(problems).toMatchInlineSnapshot(`
    [
      "The setting shaclRepair.model.prices, entry 2: it must be an object",
      "The setting shaclRepair.model.prices, entry 3: model must be the id of a model",
      "The setting shaclRepair.model.prices, entry 4: from must be a day such as 2025-01-31",
      "The setting shaclRepair.model.prices, entry 5: from must be a day such as 2025-01-31",
      "The setting shaclRepair.model.prices, entry 6: input, output and cachedInput must be prices in USD per million tokens",
      "The setting shaclRepair.model.prices, entry 7: input, output and cachedInput must be prices in USD per million tokens",
      "The setting shaclRepair.model.prices, entry 8: input, output and cachedInput must be prices in USD per million tokens",
    ]
  `);
});

test.each([undefined, null, []])('no prices: %s', (setting) => {
  expect(readPrices(setting)).toEqual({ prices: [], problems: [] });
});

test('a setting that is no list is named', () => {
  expect(readPrices({ large: 2.5 }).problems).toEqual([
    'The setting shaclRepair.model.prices must be a list, such as [{ "model": "gpt-4o", "from": "2026-01-31", "input": 2.5, "output": 10 }]',
  ]);
});
