import { expect, test } from 'vitest';
import { someOf } from '../../testing/runs.ts';
import { landsNoResult } from './hostileAgent.testing.ts';

// Of ten seeds, 5,000 changes, some are tried; `npm run test:all` has them try all.
test.each(someOf([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]))(
  'an agent of 500 turns lands no result (seed %i)',
  async (seed) => {
    const { landed, verdicts } = await landsNoResult(seed, 500);
    expect(landed).toBeGreaterThan(20);
    expect([...verdicts].sort()).toEqual(['holds', 'introduces', 'refused', 'undecided']);
  },
  600_000,
);
