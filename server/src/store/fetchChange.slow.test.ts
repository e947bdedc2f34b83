import { expect, test } from 'vitest';
import { changeEqualsLocal } from './changeEqualsLocal.testing.ts';

const runs = 2000;

test.each([
  ['shapes', {}],
  ['shapes with queries', { queries: true }],
])(
  `${runs} random changes over a store have the same effects as with all triples here: %s`,
  async (_, mix) => {
    const counts = await changeEqualsLocal({ runs, ...mix });
    console.log(JSON.stringify(counts));
    expect(counts.open / runs).toBeLessThan(0.01);
    expect(counts.telling / runs).toBeGreaterThan(0.25);
  },
  6e5,
);
