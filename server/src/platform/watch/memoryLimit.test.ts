import { expect, test } from 'vitest';
import { memoryRemedy } from '../processes/ownProcess.ts';
import { collectGarbage, memoryLimit } from './memoryLimit.ts';

test('memory is used up once its share is needed, and says what helps', () => {
  expect(memoryLimit(1)()).toBeUndefined();
  // What tests before this one left behind would count as needed at first.
  collectGarbage();
  const whyFull = memoryLimit(0);
  const needed = Array.from({ length: 8 }, () => new Array(1_000_000).fill(0.5));
  expect([whyFull(), whyFull()]).toEqual(
    Array(2).fill(`The memory for the run was used up. ${memoryRemedy}`),
  );
  expect(needed).toHaveLength(8);
});
