import { expect, test } from 'vitest';
import { checkGenerated } from './checkGenerated.testing.ts';

/** Many more run in the slow test. */
test('cases of random valid graphs hold what they say, and the same texts give the same suite', async () => {
  const all = await checkGenerated({ numRuns: 5, seed: 2 });
  expect(all.cases).toBeGreaterThan(0);
});
