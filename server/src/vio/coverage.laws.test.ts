import { expect, test } from 'vitest';
import { runs, triesAll } from '../testing/runs.ts';
import { checkCoverage } from './checkCoverage.testing.ts';

/** The long test judges 1,200 units. */
test('what is credited is newly violated in a case, and nothing else is', async () => {
  const all = await checkCoverage({ numRuns: runs(70), seed: 1 });
  expect(all.covered).toBeGreaterThan(triesAll ? 40 : runs(10));
  if (!triesAll) return;
  expect(all.satisfied).toBeGreaterThan(0);
  expect(all.touched).toBeGreaterThan(0);
});
