import { expect, test } from 'vitest';
import { checkGenerated } from './checkGenerated.testing.ts';

/** The long test runs many more cases. */
test('cases of random valid graphs hold what they say, and the same texts give the same suite', async () => {
  const all = await checkGenerated({ numRuns: 5, seed: 2 });
  expect(all.cases).toBeGreaterThan(0);
});

test('cases of queries hold what they say as well', async () => {
  const all = await checkGenerated({ numRuns: 8, seed: 5, queries: true });
  expect(all.ofQueries).toBeGreaterThan(0);
});
