import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { IoGuard } from './ioGuard.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const never = () => new Promise<string>(() => {});
const soon = async () => 'text';

test('what does not answer is given up on, and nothing else is tried in its folder until it does', async () => {
  const guard = new IoGuard(1000, 4);
  let answer: (text: string) => void = () => {};
  const stuck = message(guard.run('/dead/a', () => new Promise<string>((resolve) => (answer = resolve))));
  vi.advanceTimersByTime(999);
  expect(guard.isStuck).toBe(false);
  vi.advanceTimersByTime(1);
  expect(await stuck).toBe('it does not answer within 1 s');
  expect(await message(guard.run('/dead/b', soon))).toBe('the folder /dead does not answer');
  expect(await message(guard.run('/alive/b', soon))).toBe('text');
  answer('late');
  await vi.advanceTimersByTimeAsync(0);
  expect(await message(guard.run('/dead/b', soon))).toBe('text');
});

test('only so many are waited for in vain, so that threads are left', async () => {
  const guard = new IoGuard(1000, 2);
  const stuck = ['/a/x', '/b/x'].map((file) => message(guard.run(file, never)));
  vi.advanceTimersByTime(1000);
  await Promise.all(stuck);
  expect(await message(guard.run('/c/x', soon))).toBe('2 other files do not answer, so no more are opened');
});

test('what fails in time fails as it did', async () => {
  const guard = new IoGuard(1000, 2);
  const failing = async () => {
    throw new Error('no such file');
  };
  expect(await message(guard.run('/a/x', failing))).toBe('no such file');
  expect(guard.isStuck).toBe(false);
});

function message(work: Promise<string>): Promise<string> {
  return work.catch((error: Error) => error.message);
}
