import { expect, test } from 'vitest';
import { runs } from '../testing/runs.ts';
import { seedsWith } from '../testing/seed.ts';
import { checkGenerated } from './checkGenerated.testing.ts';

test.each(seedsWith(41))(
  'cases of random valid graphs hold what they say, and the same texts give the same suite (seed %i)',
  async (seed) => {
    const all = await checkGenerated({ numRuns: runs(300), seed });
    console.log(all);
    expect(all.cases).toBeGreaterThan(runs(100));
  },
  600_000,
);

test.each(seedsWith(43))(
  'cases of queries hold what they say as well (seed %i)',
  async (seed) => {
    const all = await checkGenerated({ numRuns: 10, seed, queries: true });
    console.log(all);
    expect(all.ofQueries).toBeGreaterThan(0);
  },
  600_000,
);
