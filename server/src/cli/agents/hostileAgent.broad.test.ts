import { expect, test } from 'vitest';
import { landsNoResult } from './hostileAgent.testing.ts';

test('an agent of 50 turns lands no result', async () => {
  const { landed, verdicts } = await landsNoResult(11, 50);
  expect(landed).toBeGreaterThan(5);
  expect([...verdicts].sort()).toEqual(['holds', 'introduces', 'refused', 'undecided']);
});
