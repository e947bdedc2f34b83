import { expect, test } from 'vitest';
import { checkGenerated } from './checkGenerated.testing.ts';

/** The slow test runs many more cases. */
test('cases of random valid graphs hold what they say, and the same texts give the same suite', async () => {
  const all = await checkGenerated({ numRuns: 5, seed: 2 });
  expect(all.cases).toBeGreaterThan(0);
});
