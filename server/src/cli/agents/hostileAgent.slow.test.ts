import { expect, test } from 'vitest';
import { someOf, triesAll } from '../../testing/runs.ts';
import { landsNoResult } from './hostileAgent.testing.ts';

// Of ten seeds, 5,000 changes, some are tried; `npm run test:all` has them try all.
const turns = triesAll ? 500 : 150;

test.each(someOf([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]))(
  `an agent of ${turns} turns lands no result (seed %i)`,
  async (seed) => {
    const { landed, verdicts } = await landsNoResult(seed, turns);
    expect(landed).toBeGreaterThan(turns / 25);
    expect([...verdicts].sort()).toEqual(['holds', 'introduces', 'refused', 'undecided']);
  },
  600_000,
);
