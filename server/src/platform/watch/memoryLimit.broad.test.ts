import { totalmem } from 'node:os';
import { expect, test, vi } from 'vitest';
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

test('memory is used up as well where the process has nearly all of the machine, whatever it collects', () => {
  const spies = [
    vi.spyOn(process.memoryUsage, 'rss').mockReturnValue(totalmem()),
    vi.spyOn(performance, 'now').mockReturnValue(1_000_000),
  ];
  const told = memoryLimit(1)();
  for (const spy of spies) spy.mockRestore();
  expect(told).toBe(`The memory for the run was used up. ${memoryRemedy}`);
});
