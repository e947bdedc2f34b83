import { expect, test } from 'vitest';
import {
  type LanguageModel,
  ModelError,
  type ModelRequest,
} from '../../../repair/llm/model/languageModel.ts';
import { rightAnswer } from '../../../testing/taskAnswers.ts';
import { checkModel, estimateModelCheck } from './checkModel.ts';

const setup = {
  model: { id: 'scripted', url: 'http://localhost/v1' },
  prices: [{ model: 'scripted', from: '2025-01-01', input: 10, output: 10 }],
  concurrency: 2,
  programs: [],
};

/** Checks a model, and counts what it is asked and what is said meanwhile. */
async function check(complete: (request: ModelRequest) => string, given: Partial<typeof setup> = {}) {
  const said: string[] = [];
  let requests = 0;
  const model: LanguageModel = {
    id: 'scripted',
    async complete(request) {
      requests++;
      return {
        text: complete(request),
        finish: 'done',
        usage: { input: 100, output: 10, estimated: false },
        model: 'scripted-1',
        format: 'prompt',
        ms: 1,
        fromCache: false,
      };
    },
  };
  const context = {
    setup: { ...setup, ...given },
    model: () => model,
    pageFiles: async () => ({ script: 'draw();', style: 'p {}' }),
    progress: (message: string) => void said.push(message),
  };
  return { checked: await checkModel(context, new AbortController().signal), requests, said };
}

const right = ({ messages }: ModelRequest) => rightAnswer(messages[0]!.text);

test('a check asks twenty questions and gives the report as a page', async () => {
  const { checked, requests, said } = await check(right);
  expect([requests, said.length, said.at(-1)]).toEqual([20, 20, '20 of 20 questions']);
  expect(checked).toMatchObject({ kind: 'checked', stopped: undefined });
  expect(checked.kind === 'checked' && checked.html).toContain('"discipline":"go"');
});

test('what asking takes is known before', () => {
  expect(estimateModelCheck(setup)).toMatchObject({ kind: 'estimated', requests: 20 });
  expect(estimateModelCheck({ ...setup, prices: [] })).toMatchObject({ maxCost: null });
  expect(estimateModelCheck({ ...setup, model: undefined })).toMatchObject({
    kind: 'failed',
    about: 'model',
  });
});

test('a model that stops answering leaves a report of what it has answered', async () => {
  let left = 5;
  const { checked } = await check((request) => {
    if (left-- > 0) return right(request);
    throw new ModelError('key', 'The key is no good any more.');
  });
  expect(checked).toMatchObject({
    kind: 'checked',
    stopped: { kind: 'failed', message: 'The key is no good any more.', about: 'key' },
  });
});

test('one that never answers gives none', async () => {
  const { checked } = await check(() => {
    throw new ModelError('refused', 'Nothing was sent.');
  });
  expect(checked).toEqual({ kind: 'failed', message: 'Nothing was sent.', about: 'refused' });
});
