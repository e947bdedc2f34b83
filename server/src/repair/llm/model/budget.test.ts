import { expect, test } from 'vitest';
import { type LanguageModel, ModelError, type ModelRequest, type TokenUsage } from './languageModel.ts';
import { priceOf, readPrices } from './prices.ts';
import { Budget, withinBudget } from './spending.ts';

// A dollar for a token, so that sums can be done in the head. The request has 7 of input and up to 10 of output.
const { prices } = readPrices([{ model: 'tiny', from: '2025-01-01', input: 1e6, output: 1e6 }]);

const request: ModelRequest = {
  messages: [{ role: 'user', text: 'a b c' }],
  schema: undefined,
  temperature: 0,
  maxTokens: 10,
};

const signal = new AbortController().signal;

test('what calls cost adds up', async () => {
  const { model, budget } = arrange(100);
  await model.complete(request, signal);
  await model.complete(request, signal);
  expect(budget.spent).toBe(18);
});

test('a call that might go over the budget is refused before it is made', async () => {
  const { model, asked } = arrange(25);
  await model.complete(request, signal);
  await expect(model.complete(request, signal)).rejects.toThrow(
    'A call of “tiny” may cost $17.00, but $9.00 of the budget of $25.00 is already spent. Raise the budget (shaclRepair.model.maxCost, --max-cost) or choose a cheaper model.',
  );
  expect(asked.length).toBe(1);
});

test('calls at the same time cannot go over the budget together', async () => {
  const { model, asked, budget } = arrange(40);
  const settled = await Promise.allSettled([1, 2, 3].map(() => model.complete(request, signal)));
  expect(settled.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'rejected']);
  expect([asked.length, budget.spent]).toEqual([2, 18]);
});

test.each([
  [undefined, true],
  [100, undefined],
])('with a budget of %s, a request that wants no limit of its answer: %s', async (total, bare) => {
  const { model, asked } = arrange(total);
  await model.complete({ ...request, bare: true }, signal);
  expect(asked[0]?.bare).toBe(bare);
});

test('without a price no budget is kept, and none is pretended to be', async () => {
  const { model, asked } = arrange(100, 'other');
  await expect(model.complete(request, signal)).rejects.toThrow(
    "The price of “other” is not known, so a budget can't be enforced. Enter the price in shaclRepair.model.prices",
  );
  expect(asked).toEqual([]);
});

test('without a limit calls of unknown price are made', async () => {
  const { model, asked } = arrange(undefined, 'other');
  await model.complete(request, signal);
  expect(asked.length).toBe(1);
});

test.each<[string, unknown, number]>([
  ['timed out', new ModelError('timeout', ''), 7],
  ['broke', new ModelError('server', ''), 7],
  ['was cancelled', 'enough', 7],
  ['was turned down for its key', new ModelError('key', ''), 0],
  ['did not get there', new ModelError('unreachable', ''), 0],
])('a call that %s counts as what may be billed', async (_, failure, spent) => {
  const { model, budget } = arrange(100, 'tiny', failure);
  await expect(model.complete(request, signal)).rejects.toBe(failure);
  expect(budget.spent).toBe(spent);
  // Nothing stays put aside.
  expect(() => budget.reserve('tiny', { ...request, maxTokens: 93 - spent })).not.toThrow();
});

function arrange(total: number | undefined, id = 'tiny', failure?: unknown) {
  const asked: ModelRequest[] = [];
  const usage: TokenUsage = { input: 6, output: 3, estimated: false };
  const model: LanguageModel = {
    id,
    async complete(request) {
      asked.push(request);
      if (failure !== undefined) throw failure;
      return { text: 'yes', finish: 'done', usage, model: id, format: 'prompt', ms: 1, fromCache: false };
    },
  };
  const budget = new Budget(
    () => total,
    (name, tokens) => priceOf(tokens, name, '2025-06-01', prices),
  );
  return { model: withinBudget(model, budget), budget, asked };
}
