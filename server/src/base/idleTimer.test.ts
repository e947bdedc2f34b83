import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { IdleTimer } from './idleTimer.ts';

beforeEach(() => {
  vi.useFakeTimers();
});

afterEach(() => {
  vi.useRealTimers();
});

test('work waits until nothing has happened for a while, and is done once', () => {
  let done = 0;
  const idle = new IdleTimer(100, () => done++);
  idle.interrupt();
  vi.advanceTimersByTime(60);
  idle.interrupt();
  vi.advanceTimersByTime(60);
  expect(done).toBe(0);
  vi.advanceTimersByTime(500);
  expect(done).toBe(1);
  idle.interrupt();
  vi.advanceTimersByTime(100);
  expect(done).toBe(2);
});
