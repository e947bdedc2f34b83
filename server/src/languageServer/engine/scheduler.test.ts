import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Scheduler } from './scheduler.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

test('a burst of input is validated once, after the pause', async () => {
  const { scheduler, log } = setUp();
  scheduler.request(['a']);
  await pass(99);
  scheduler.request(['a']);
  await pass(99);
  expect(log).toEqual([]);
  await pass(1);
  expect(log).toEqual(['a starts']);
});

test('documents are validated one after the other, the newest input first', async () => {
  const { scheduler, log, settled } = setUp();
  scheduler.request(['a', 'b']);
  scheduler.request(['c']);
  await pass(100);
  await settled();
  await settled();
  expect(log).toEqual(['c starts', 'c done', 'a starts', 'a done', 'b starts']);
});

test('documents are finished when none waits for its validation', async () => {
  const { scheduler, log, settled } = setUp();
  scheduler.request(['a', 'b']);
  await pass(100);
  await settled();
  await settled();
  expect(log.slice(2)).toEqual(['b starts', 'b done', 'a is finished']);
  await settled();
  await settled();
  expect(log.slice(4)).toEqual(['a is finished', 'a done', 'b is finished', 'b done']);
  expect(scheduler.isBusy).toBe(false);
});

test('what takes long to finish waits for a longer pause the next time', async () => {
  const { scheduler, log, settled } = setUp();
  scheduler.request(['a']);
  await pass(100);
  await settled();
  await pass(60);
  await settled();
  expect(log.slice(2)).toEqual(['a is finished', 'a done']);
  scheduler.request(['a']);
  await pass(100);
  await settled();
  await pass(199);
  expect(log.slice(4)).toEqual(['a starts', 'a done']);
  await pass(1);
  expect(log.slice(6)).toEqual(['a is finished']);
  scheduler.forget('a');
});

test('what newer input kept from being finished is finished later, as of its next validation', async () => {
  const { scheduler, log, settled } = setUp();
  scheduler.request(['a']);
  await pass(100);
  await settled();
  scheduler.request(['b']);
  await pass(100);
  await settled();
  await settled();
  expect(log.slice(2)).toEqual([
    'a is finished',
    'a cancelled',
    'b starts',
    'b done',
    'a is finished',
    'a done',
    'b is finished',
  ]);
});

test('newer input cancels the running validation and puts it in line again', async () => {
  const { scheduler, log, settled } = setUp();
  scheduler.request(['a']);
  await pass(100);
  scheduler.request(['b']);
  await pass(100);
  await settled();
  expect(log).toEqual(['a starts', 'a cancelled', 'b starts', 'b done', 'a starts']);
});

test('a validation that is called off ends however it ends, and comes again behind the others', async () => {
  const { scheduler, log, fail, settled } = setUp();
  scheduler.request(['a', 'b']);
  await pass(100);
  const isOver = (uri: string, isCalled: boolean) =>
    scheduler.isCalledOff(
      (running) => running === uri,
      () => isCalled,
    );
  expect([isOver('a', false), isOver('b', true), isOver('a', true), isOver('a', false)]).toEqual([
    false,
    false,
    true,
    true,
  ]);
  await fail(new Error('it was left in the middle'));
  expect(log).toEqual(['a starts', 'a cancelled']);
  await pass(100);
  await settled();
  expect(log.slice(2)).toEqual(['b starts', 'b done', 'a starts']);
});

test('a document that is closed is not validated', async () => {
  const { scheduler, log } = setUp();
  scheduler.request(['a', 'b']);
  scheduler.forget('a');
  await pass(100);
  expect(log).toEqual(['b starts']);
});

test('a validation that fails is said, and the next one goes on', async () => {
  const { scheduler, log, fail } = setUp();
  scheduler.request(['a', 'b']);
  await pass(100);
  await fail(new Error('a bug'));
  expect(log).toEqual(['a starts', 'a failed: a bug', 'b starts']);
});

function setUp() {
  const log: string[] = [];
  let settle: { resolve: () => void; reject: (error: unknown) => void } | undefined;
  const work = (beginning: string) => async (uri: string, signal: AbortSignal) => {
    log.push(`${uri} ${beginning}`);
    await new Promise<void>((resolve, reject) => {
      settle = { resolve, reject };
      signal.addEventListener('abort', () => {
        log.push(`${uri} cancelled`);
        reject(signal.reason);
      });
    });
    log.push(`${uri} done`);
  };
  const scheduler = new Scheduler({
    validate: work('starts'),
    finish: work('is finished'),
    failed: (uri, error) => log.push(`${uri} failed: ${(error as Error).message}`),
  });
  scheduler.setDebounce(100);
  const settled = () => {
    settle!.resolve();
    return pass(0);
  };
  const fail = (error: unknown) => {
    settle!.reject(error);
    return pass(0);
  };
  return { scheduler, log, settled, fail };
}

function pass(ms: number): Promise<unknown> {
  return vi.advanceTimersByTimeAsync(ms);
}
