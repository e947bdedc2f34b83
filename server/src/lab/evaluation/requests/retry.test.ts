import { expect, test } from 'vitest';
import { ModelError, type ModelRequest } from '../../../repair/llm/model/languageModel.ts';
import { OverBudget } from '../../../repair/llm/model/spending.ts';
import { ScriptedModel, type ScriptedReply } from '../../../testing/scriptedModel.ts';
import { retry } from './retry.ts';

const request: ModelRequest = { messages: [], schema: undefined, temperature: 0, maxTokens: 1 };
const busy = new ModelError('server', 'busy');

/** What a patient model answers to two requests, and how long it paused, in ms. */
async function talk(...script: readonly [ScriptedReply, ...ScriptedReply[]]) {
  const pauses: number[] = [];
  const clock = {
    now: () => 0,
    after(ms: number, action: () => void) {
      pauses.push(ms);
      queueMicrotask(action);
      return () => {};
    },
  };
  const model = retry(new ScriptedModel(...script), clock);
  const said: string[] = [];
  for (let i = 0; i < 2; i++) {
    const answer = model.complete(request, new AbortController().signal);
    said.push(
      await answer.then(
        ({ text }) => text,
        (error: Error) => error.message,
      ),
    );
  }
  return { said, pauses };
}

test('a model that has answered is asked again after a while', async () => {
  expect(await talk('one', busy, busy, 'two')).toEqual({ said: ['one', 'two'], pauses: [2_000, 10_000] });
});

test('it is given up after some minutes', async () => {
  const { said, pauses } = await talk('one', busy);
  expect(said).toEqual(['one', 'busy']);
  expect(pauses).toEqual([2_000, 10_000, 30_000, 60_000, 120_000]);
});

test('a model that has never answered is not waited for', async () => {
  expect(await talk(busy)).toEqual({ said: ['busy', 'busy'], pauses: [] });
});

test.each([new ModelError('key', 'no'), new ModelError('request', 'no'), new OverBudget('no')])(
  'what waiting does not help against is not waited for: $kind',
  async (error) => {
    expect(await talk('one', error)).toEqual({ said: ['one', 'no'], pauses: [] });
  },
);
