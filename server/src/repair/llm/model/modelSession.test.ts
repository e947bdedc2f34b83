import { setMaxListeners } from 'node:events';
import { expect, test } from 'vitest';
import type { LanguageModel, ModelRequest } from './languageModel.ts';
import { ModelSession, type SessionLimits } from './modelSession.ts';

const signal = new AbortController().signal;
// Twenty requests wait for their turn with it.
setMaxListeners(0, signal);

function request(text: string): ModelRequest {
  return { messages: [{ role: 'user', text }], schema: undefined, temperature: 0, maxTokens: 10 };
}

const limits: SessionLimits = {
  concurrency: 4,
  requestsPerMinute: undefined,
  maxCost: undefined,
  // A dollar for a token of input, nothing for output.
  prices: [{ model: 'm', from: '2025-01-01', input: 1e6, output: 0 }],
};

/** Counts what it is asked, and how much of it at the same time. */
class Counting implements LanguageModel {
  readonly id = 'm';
  asked = 0;
  most = 0;
  #now = 0;

  async complete() {
    this.asked++;
    this.most = Math.max(this.most, ++this.#now);
    await new Promise((resolve) => setImmediate(resolve));
    this.#now--;
    const usage = { input: 1, output: 1, estimated: false };
    const text = `answer ${this.asked}`;
    return {
      text,
      finish: 'done' as const,
      usage,
      model: 'm',
      format: 'prompt' as const,
      ms: 1,
      fromCache: false,
    };
  }
}

test('the same request to an endpoint is answered once, others not too many at a time', async () => {
  const session = new ModelSession(limits);
  const model = new Counting();
  const first = session.of(model, 'http://localhost/v1');
  await Promise.all(Array.from({ length: 20 }, (_, i) => first.complete(request(`ask ${i}`), signal)));
  expect([model.asked, model.most]).toEqual([20, 4]);
  const again = await session.of(model, 'http://localhost/v1').complete(request('ask 3'), signal);
  expect([again.fromCache, model.asked]).toEqual([true, 20]);
  await session.of(model, 'http://other/v1').complete(request('ask 3'), signal);
  expect(model.asked).toBe(21);
});

test('what is allowed may change while it goes on, and what was spent is spent', async () => {
  const session = new ModelSession({ ...limits, maxCost: 20 });
  const model = new Counting();
  const ask = (text: string) => session.of(model, 'http://localhost/v1').complete(request(text), signal);
  await ask('one two');
  session.configure({ ...limits, maxCost: 1 });
  await expect(ask('three')).rejects.toThrow('but $1.00 of the budget of $1.00 is already spent');
  // What is known costs nothing.
  expect((await ask('one two')).fromCache).toBe(true);
  session.configure({ ...limits, concurrency: 1 });
  await Promise.all([ask('four'), ask('five'), ask('six')]);
  expect([model.asked, model.most]).toEqual([4, 1]);
});
