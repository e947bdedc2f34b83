import { expect, test } from 'vitest';
import { runs } from '../../testing/runs.ts';
import { seedsWith } from '../../testing/seed.ts';
import { checkSmallestRepairs } from './checkSmallestRepairs.testing.ts';

test.each(seedsWith(11))(
  'no single triple repairs what is said to take more, nor do two what takes three (seed %i)',
  async (seed) => {
    const tries = await checkSmallestRepairs({ numRuns: runs(400), seed });
    console.log(tries);
    expect(tries.larger).toBeGreaterThan(runs(10));
    expect(tries.decided / tries.searched).toBeGreaterThan(0.8);
  },
  600_000,
);
