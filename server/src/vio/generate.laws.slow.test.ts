import { expect, test } from 'vitest';
import { checkGenerated } from '../testing/checkGenerated.ts';

test.each([41, Date.now() % 1_000_000])(
  'cases of random valid graphs hold what they say, and the same texts give the same suite (seed %i)',
  async (seed) => {
    const all = await checkGenerated({ numRuns: 300, seed });
    console.log(all);
    expect(all.cases).toBeGreaterThan(100);
  },
  600_000,
);
