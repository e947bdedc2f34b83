import { expect, test } from 'vitest';
import { checkGenerated } from '../testing/checkGenerated.ts';
import { seedsWith } from '../testing/seed.ts';

test.each(seedsWith(41))(
  'cases of random valid graphs hold what they say, and the same texts give the same suite (seed %i)',
  async (seed) => {
    const all = await checkGenerated({ numRuns: 300, seed });
    console.log(all);
    expect(all.cases).toBeGreaterThan(100);
  },
  600_000,
);
