import { expect, test } from 'vitest';
import type { LanguageModel, ModelAnswer, ModelRequest } from './languageModel.ts';
import { type Clock, RateLimiter, type RateLimits, rateLimited } from './rateLimiter.ts';

test('no more calls are made at once than allowed, in the order in which they came', async () => {
  const { ask, answer, log } = arrange({ concurrency: 2 });
  for (const name of ['a', 'b', 'c', 'd']) ask(name);
  await settled();
  expect(log).toEqual(['start a', 'start b']);
  await answer('b');
  expect(log).toEqual(['start a', 'start b', 'end b', 'start c']);
  await answer('c');
  await answer('a');
  expect(log.slice(4)).toEqual(['end c', 'start d', 'end a']);
});

test('a minute has room for so many requests', async () => {
  const { ask, answer, log, pass } = arrange({ concurrency: 9, requestsPerMinute: 2 });
  for (const name of ['a', 'b', 'c']) {
    ask(name);
    await answer(name);
    await pass(20_000);
  }
  expect(log).toEqual(['start a', 'end a', 'start b', 'end b', 'start c']);
});

test('what is asked in the same moment waits for the minute to pass', async () => {
  const { ask, log, pass } = arrange({ concurrency: 9, requestsPerMinute: 1 });
  for (const name of ['a', 'b', 'c']) ask(name);
  await pass(59_999);
  expect(log).toEqual(['start a']);
  await pass(1);
  expect(log).toEqual(['start a', 'start b']);
  await pass(60_000);
  expect(log).toEqual(['start a', 'start b', 'start c']);
});

test('a minute has room for so many tokens: first as estimated, then as counted', async () => {
  // Each call may take 6 tokens of input and 100 of output, and takes 30.
  const { ask, answer, log } = arrange({ concurrency: 9, tokensPerMinute: 150 });
  for (const name of ['a', 'b', 'c', 'd']) ask(name);
  await settled();
  expect(log).toEqual(['start a']);
  await answer('a');
  expect(log.slice(2)).toEqual(['start b']);
  await answer('b');
  expect(log.slice(4)).toEqual([]);
});

test('a call that no minute has room for goes alone', async () => {
  const { ask, answer, log, pass } = arrange({ concurrency: 9, tokensPerMinute: 20 });
  ask('a');
  ask('b');
  await answer('a');
  expect(log).toEqual(['start a', 'end a']);
  await pass(60_000);
  expect(log.slice(2)).toEqual(['start b']);
});

test('small calls do not overtake a large one', async () => {
  const { ask, log, pass } = arrange({ concurrency: 9, tokensPerMinute: 150 });
  ask('a');
  ask('large', { maxTokens: 140 });
  ask('c', { maxTokens: 1 });
  await settled();
  expect(log).toEqual(['start a']);
  await pass(60_000);
  expect(log).toEqual(['start a', 'start large']);
});

test('who stops waiting gets the reason at once, and the place goes to the next', async () => {
  const { ask, answer, log, outcome } = arrange({ concurrency: 1 });
  const cancel = new AbortController();
  ask('a');
  ask('b', {}, cancel.signal);
  ask('c');
  cancel.abort('enough');
  expect(await outcome('b')).toBe('enough');
  await answer('a');
  expect(log).toEqual(['start a', 'end a', 'start c']);
});

test('a large call that stops waiting lets smaller ones go', async () => {
  const { ask, log } = arrange({ concurrency: 9, tokensPerMinute: 150 });
  const cancel = new AbortController();
  ask('a');
  ask('large', { maxTokens: 140 }, cancel.signal);
  ask('c', { maxTokens: 1 });
  cancel.abort('enough');
  await settled();
  expect(log).toEqual(['start a', 'start c']);
});

test('who has cancelled before is not let in', async () => {
  const { ask, log, outcome } = arrange({ concurrency: 1 });
  ask('a', {}, AbortSignal.abort('enough'));
  expect(await outcome('a')).toBe('enough');
  expect(log).toEqual([]);
});

test('a call that fails makes room', async () => {
  const { ask, answer, log, outcome } = arrange({ concurrency: 1 });
  ask('a');
  ask('b');
  await answer('a', new Error('no luck'));
  expect(await outcome('a')).toEqual(new Error('no luck'));
  expect(log).toEqual(['start a', 'end a', 'start b']);
});

/** A limited model that answers when it is told to, on a clock that moves when it is told to. */
function arrange(limits: RateLimits) {
  const log: string[] = [];
  const open = new Map<string, (failure?: Error) => void>();
  const outcomes = new Map<string, Promise<unknown>>();
  const model: LanguageModel = {
    id: 'tiny',
    complete: ({ messages }) =>
      new Promise((resolve, reject) => {
        const name = messages[0]!.text;
        log.push(`start ${name}`);
        open.set(name, (failure) => {
          log.push(`end ${name}`);
          if (failure) reject(failure);
          else resolve(answered);
        });
      }),
  };
  const { clock, pass } = manualClock();
  const slow = rateLimited(model, new RateLimiter(limits, clock));
  return {
    log,
    pass,
    ask(name: string, different: Partial<ModelRequest> = {}, signal = new AbortController().signal): void {
      const asked = { ...request, messages: [{ role: 'user' as const, text: name }], ...different };
      outcomes.set(
        name,
        slow.complete(asked, signal).catch((reason) => reason),
      );
    },
    /** The answer, or why there is none. */
    outcome: (name: string) => outcomes.get(name),
    async answer(name: string, failure?: Error) {
      await settled();
      open.get(name)?.(failure);
      await settled();
    },
  };
}

const request: ModelRequest = { messages: [], schema: undefined, temperature: 0, maxTokens: 100 };

const answered: ModelAnswer = {
  text: 'yes',
  finish: 'done',
  usage: { input: 10, output: 20, estimated: false },
  model: 'tiny',
  format: 'prompt',
  ms: 1,
  fromCache: false,
};

function manualClock() {
  let now = 0;
  let due: { readonly at: number; readonly action: () => void }[] = [];
  const clock: Clock = {
    now: () => now,
    after(ms, action) {
      const entry = { at: now + ms, action };
      due.push(entry);
      return () => {
        due = due.filter((each) => each !== entry);
      };
    },
  };
  const pass = async (ms: number) => {
    now += ms;
    const past = due.filter(({ at }) => at <= now);
    due = due.filter(({ at }) => at > now);
    for (const { action } of past) action();
    await settled();
  };
  return { clock, pass };
}

/** After all that follows from what has happened. */
function settled(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
