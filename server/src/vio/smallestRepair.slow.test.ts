import { expect, test } from 'vitest';
import { checkSmallestRepairs } from '../testing/checkSmallestRepairs.ts';

test.each([11, Date.now() % 1_000_000])(
  'no single triple repairs what is said to take more, nor do two what takes three (seed %i)',
  async (seed) => {
    const tries = await checkSmallestRepairs({ numRuns: 400, seed });
    console.log(tries);
    expect(tries.larger).toBeGreaterThan(10);
    expect(tries.decided / tries.searched).toBeGreaterThan(0.8);
  },
  600_000,
);
