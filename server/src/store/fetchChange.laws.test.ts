import { expect, test } from 'vitest';
import { changeEqualsLocal } from './changeEqualsLocal.testing.ts';

test.each([
  ['shapes', {}],
  ['shapes with queries', { queries: true }],
])(
  'a change over a store brings, ends and keeps the results that it would with all triples here: %s',
  async (_, mix) => {
    const { open, telling, elsewhere } = await changeEqualsLocal({ runs: 60, ...mix });
    expect(open).toBeLessThanOrEqual(3);
    expect(telling).toBeGreaterThan(10);
    expect(elsewhere).toBeGreaterThan(5);
  },
);
