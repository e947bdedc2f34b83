import { expect, test } from 'vitest';
import { type ModelAnswer, ModelError, type ModelRequest } from '../../../repair/llm/model/languageModel.ts';
import { Budget, OverBudget } from '../../../repair/llm/model/spending.ts';
import { RunInMemory } from '../run/runFolder.ts';
import { Postponed } from '../system.ts';
import {
  type BatchContext,
  type BatchEndpoint,
  Batches,
  type BatchRequest,
  type BatchState,
} from './batches.ts';

const signal = new AbortController().signal;
const answered = { input: 100, output: 20, estimated: false };

/** Batches that are done when they are looked at for the second time. */
class FakeEndpoint implements BatchEndpoint {
  readonly url = 'http://localhost/v1';
  readonly handedIn: (readonly BatchRequest[])[] = [];
  readonly labels: string[] = [];
  state = async (id: string): Promise<BatchState> => {
    const looks = (this.#looks.get(id) ?? 0) + 1;
    this.#looks.set(id, looks);
    return looks < 2 ? { kind: 'running', done: 0, total: 1 } : { kind: 'ended' };
  };
  readonly #looks = new Map<string, number>();

  async begin(requests: readonly BatchRequest[], label: string): Promise<string> {
    this.handedIn.push(requests);
    this.labels.push(label);
    return String(this.handedIn.length - 1);
  }

  async find(label: string): Promise<readonly string[]> {
    return this.labels.flatMap((each, i) => (each === label ? [String(i)] : []));
  }

  async *results(id: string) {
    for (const { key, model, request } of this.handedIn[Number(id)]!) {
      const { text } = request.messages[0]!;
      if (text.startsWith('refuse')) {
        yield { key, kind: 'error', error: new ModelError('request', 'No.') } as const;
      } else yield { key, kind: 'answer', answer: answerTo(text, model) } as const;
    }
  }
}

function answerTo(text: string, model: string): ModelAnswer {
  return {
    text: `re: ${text}`,
    finish: 'done',
    usage: answered,
    model,
    format: 'prompt',
    ms: 0,
    fromCache: false,
  };
}

const requestFor = (text: string): ModelRequest => ({
  messages: [{ role: 'user', text }],
  schema: undefined,
  temperature: 0,
  maxTokens: 100,
});

/** A context in which no time passes, with all that a killed process leaves. */
function context(more: Partial<BatchContext> = {}): BatchContext & { readonly endpoint: FakeEndpoint } {
  const kept = new Map<string, ModelAnswer>();
  return {
    endpoint: new FakeEndpoint(),
    answers: { get: async (key) => kept.get(key), put: async (key, value) => void kept.set(key, value) },
    folder: new RunInMemory(),
    reserve: () => () => {},
    tell: () => {},
    clock: {
      now: () => 0,
      after(_, action) {
        queueMicrotask(action);
        return () => {};
      },
    },
    ...more,
  } as BatchContext & { readonly endpoint: FakeEndpoint };
}

const ask = async (batches: Batches, text: string): Promise<string> => {
  try {
    return (await batches.model('m').complete(requestFor(text), signal)).text;
  } catch (error) {
    if (error instanceof Postponed) return 'postponed';
    if (error instanceof OverBudget) return 'over budget';
    if (error instanceof ModelError) return error.message;
    throw error;
  }
};

test('requests are collected, handed in together, and answered afterwards', async () => {
  const here = context();
  const batches = await Batches.open(here);
  const texts = ['one', 'two', 'one', 'refuse three'];
  expect(await Promise.all(texts.map((text) => ask(batches, text)))).toEqual(Array(4).fill('postponed'));
  expect(await batches.settle(signal)).toBe(3);
  expect(here.endpoint.handedIn.map((requests) => requests.length)).toEqual([3]);
  expect(await Promise.all(texts.map((text) => ask(batches, text)))).toEqual([
    're: one',
    're: two',
    're: one',
    'No.',
  ]);
});

test('a batch is as large as it may be', async () => {
  const here = context({ limits: { requests: 2, size: 1000 } });
  const batches = await Batches.open(here);
  for (const text of ['one', 'two', 'three', 'x'.repeat(999)]) await ask(batches, text);
  await batches.settle(signal);
  expect(here.endpoint.handedIn.map((requests) => requests.length)).toEqual([2, 1, 1]);
});

test('what another process handed in is waited for, noted down or not', async () => {
  const here = context();
  const killed = await Batches.open(here);
  await ask(killed, 'one');
  here.endpoint.state = () => Promise.reject(new Error('killed'));
  await expect(killed.settle(signal)).rejects.toThrow('killed');
  // It had just handed in another one when it was killed.
  await here.endpoint.begin(
    [{ key: 'other', model: 'm', request: requestFor('other') }],
    here.endpoint.labels[0]!,
  );

  const again = {
    ...here,
    endpoint: Object.assign(new FakeEndpoint(), {
      handedIn: here.endpoint.handedIn,
      labels: here.endpoint.labels,
    }),
  };
  const batches = await Batches.open(again);
  expect(await batches.settle(signal)).toBe(2);
  expect(await ask(batches, 'one')).toBe('re: one');
  const next = await Batches.open(again);
  expect(await next.settle(signal)).toBe(0);
  expect(here.endpoint.handedIn).toHaveLength(2);
});

test('a batch that fails says why, and is not waited for again', async () => {
  const here = context();
  const batches = await Batches.open(here);
  await ask(batches, 'one');
  here.endpoint.state = async () => ({ kind: 'failed', message: 'The file is too large.' });
  await expect(batches.settle(signal)).rejects.toThrow('Batch 0 failed: The file is too large.');
  const again = await Batches.open(here);
  expect(await again.settle(signal)).toBe(0);
  expect(await ask(again, 'one')).toBe('postponed');
});

test('no more is handed in than the budget allows; what was not spent can be', async () => {
  const budget = new Budget(
    () => 250,
    (_, { input, output }) => input + output,
  );
  const reserve: BatchContext['reserve'] = (model, request) => {
    const settle = budget.reserve(model, request);
    return (answer) => settle(answer?.usage ?? { input: 0, output: 0, estimated: true });
  };
  const here = context({ reserve });
  const batches = await Batches.open(here);
  const asked = ['one', 'refuse two', 'three'];
  expect([
    await ask(batches, asked[0]!),
    await ask(batches, asked[1]!),
    await ask(batches, asked[2]!),
  ]).toEqual(['postponed', 'postponed', 'over budget']);
  await batches.settle(signal);
  expect(await ask(batches, 'three')).toBe('postponed');
});
