import { expect, test } from 'vitest';
import { ScriptedModel } from '../../../testing/scriptedModel.ts';
import { CountingModel, costText, type Spending, spendingText, spentOn } from './spending.ts';

const prices = [{ model: 'tiny', from: '2025-01-01', input: 1, output: 2 }];
const usage = { input: 2000, output: 500, estimated: false };

test.each<[Spending, string, string]>([
  [{ answers: 1, fromCache: 0, usage }, 'tiny', '1 round, 2,500 tokens, $0.0030'],
  [{ answers: 3, fromCache: 1, usage }, 'tiny', '3 rounds (1 cached), 2,500 tokens, $0.0030'],
  [{ answers: 2, fromCache: 2, usage }, 'other', '2 rounds, cached'],
  [{ answers: 1, fromCache: 0, usage }, 'other', '1 round, 2,500 tokens, price unknown'],
  [
    { answers: 1, fromCache: 0, usage: { ...usage, estimated: true } },
    'tiny',
    '1 round, about 2,500 tokens, about $0.0030',
  ],
  [{ answers: 0, fromCache: 0, usage }, 'tiny', '0 rounds'],
])('%j of %s is told as %s', (spending, model, text) => {
  const cost = costText(spentOn(spending, model, prices), spending.usage);
  expect(spendingText('round', spending, cost)).toBe(text);
});

test('answers are counted, those that are known from before apart', async () => {
  const model = new CountingModel(new ScriptedModel('a', { text: 'b', fromCache: true }, 'c'));
  const request = { messages: [], schema: undefined, temperature: 0, maxTokens: 1 };
  for (const _ of 'abc') await model.complete(request, new AbortController().signal);
  expect(model.spending).toEqual({
    answers: 3,
    fromCache: 1,
    usage: { input: 200, output: 20, estimated: false },
  });
});
