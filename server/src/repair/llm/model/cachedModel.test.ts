import { expect, test } from 'vitest';
import { type AnswerStore, cachedModel } from './cachedModel.ts';
import type { LanguageModel, ModelAnswer, ModelRequest } from './languageModel.ts';

const signal = new AbortController().signal;

const request: ModelRequest = {
  messages: [{ role: 'user', text: 'Repair this.' }],
  schema: { name: 'repair', schema: { type: 'object' } },
  temperature: 0,
  maxTokens: 500,
};

test('the same request is answered from the cache', async () => {
  const { model, asked } = numbering();
  const quick = cachedModel(model, 'https://one/v1', memory());
  const first = await quick.complete(request, signal);
  const second = await quick.complete(structuredClone(request), signal);
  expect(first).toMatchObject({ text: 'answer 1', ms: 5, fromCache: false });
  expect(second).toEqual({ ...first, ms: 0, fromCache: true });
  expect(asked).toEqual([request]);
});

test.each<[string, Partial<ModelRequest>]>([
  ['text', { messages: [{ role: 'user', text: 'Repair that.' }] }],
  ['role', { messages: [{ role: 'assistant', text: 'Repair this.' }] }],
  ['round', { messages: [...request.messages, { role: 'assistant', text: '' }] }],
  ['schema', { schema: { name: 'repair', schema: { type: 'string' } } }],
  ['no schema', { schema: undefined }],
  ['temperature', { temperature: 0.5 }],
  ['length', { maxTokens: 600 }],
  ['seed', { seed: 1 }],
])('a request with another %s is another one', async (_, different) => {
  const { model, asked } = numbering();
  const quick = cachedModel(model, 'https://one/v1', memory());
  await quick.complete(request, signal);
  await quick.complete({ ...request, ...different }, signal);
  expect(asked.length).toBe(2);
});

test('other endpoints and models have answers of their own', async () => {
  const { model, asked } = numbering();
  const store = memory();
  await cachedModel(model, 'https://one/v1', store).complete(request, signal);
  await cachedModel(model, 'https://two/v1', store).complete(request, signal);
  await cachedModel({ ...model, id: 'other' }, 'https://one/v1', store).complete(request, signal);
  expect(asked.length).toBe(3);
});

test.each([
  ['held back', { finish: 'filtered' as const }],
  ['empty', { text: '\n' }],
])('an answer that is %s is not kept', async (_, different) => {
  const { model, asked } = numbering(different);
  const quick = cachedModel(model, 'https://one/v1', memory());
  await quick.complete(request, signal);
  await quick.complete(request, signal);
  expect(asked.length).toBe(2);
});

test('who has cancelled gets the reason, also where the answer is known', async () => {
  const quick = cachedModel(numbering().model, 'https://one/v1', memory());
  await quick.complete(request, signal);
  await expect(quick.complete(request, AbortSignal.abort('enough'))).rejects.toBe('enough');
});

/** A model that counts its answers. */
function numbering(different: Partial<ModelAnswer> = {}) {
  const asked: ModelRequest[] = [];
  const model: LanguageModel = {
    id: 'tiny',
    async complete(request) {
      asked.push(request);
      return {
        text: `answer ${asked.length}`,
        finish: 'done',
        usage: { input: 10, output: 5, estimated: false },
        model: 'tiny',
        format: 'prompt',
        ms: 5,
        fromCache: false,
        ...different,
      };
    },
  };
  return { model, asked };
}

function memory(): AnswerStore {
  const answers = new Map<string, ModelAnswer>();
  return {
    get: async (key) => answers.get(key),
    put: async (key, answer) => void answers.set(key, answer),
  };
}
