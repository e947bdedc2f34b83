import { expect, test } from 'vitest';
import { runs } from '../testing/runs.ts';
import { seedsWith } from '../testing/seed.ts';
import { checkCoverage } from './checkCoverage.testing.ts';

test.each(seedsWith(47))(
  'what is credited is newly violated in a case, and nothing else is (seed %i)',
  async (seed) => {
    const all = await checkCoverage({ numRuns: runs(1200), seed });
    console.log(all);
    expect(all.units).toBeGreaterThanOrEqual(runs(300));
  },
  600_000,
);
