import { expect, test } from 'vitest';
import type { LanguageModel, ModelRequest } from '../../../repair/llm/model/languageModel.ts';
import { ScriptedModel } from '../../../testing/scriptedModel.ts';
import { RunInMemory, runFiles } from '../run/runFolder.ts';
import { keptTexts, PromptLog, sentMessages } from './promptLog.ts';

const signal = new AbortController().signal;

const request = (...texts: readonly string[]): ModelRequest => ({
  messages: texts.map((text, i) => ({ role: i % 2 === 0 ? 'user' : 'assistant', text })),
  schema: undefined,
  temperature: 0,
  maxTokens: 10,
});

async function kept(folder: RunInMemory): Promise<readonly string[]> {
  const texts: string[] = [];
  for await (const { text } of keptTexts(folder)) texts.push(text);
  return texts;
}

test('what a model is sent is kept before it is asked, each text once, and what it said is not', async () => {
  const folder = new RunInMemory();
  const seen: (readonly string[])[] = [];
  const model: LanguageModel = {
    id: 'looking',
    async complete(asked, signal) {
      seen.push(await kept(folder));
      return new ScriptedModel('{}').complete(asked, signal);
    },
  };
  const log = (await PromptLog.open(folder)).model(model);
  await Promise.all([log.complete(request('one'), signal), log.complete(request('one'), signal)]);
  await log.complete(request('one', 'answer', 'no'), signal);
  expect(seen).toEqual([['one'], ['one'], ['one', 'no']]);
});

test('a run that goes on keeps nothing twice, and half a line costs no other one', async () => {
  const folder = new RunInMemory();
  await (await PromptLog.open(folder)).model(new ScriptedModel('{}')).complete(request('one'), signal);
  const text = await folder.read(runFiles.prompts);
  await folder.write(runFiles.prompts, [`${text}{"sha256":"0", "te`]);
  const again = (await PromptLog.open(folder)).model(new ScriptedModel('{}'));
  await again.complete(request('one'), signal);
  await again.complete(request('two'), signal);
  expect(await kept(folder)).toEqual(['one', 'two']);
});

test('a trial names what was sent by the same hashes', async () => {
  const folder = new RunInMemory();
  const asked = request('one');
  await (await PromptLog.open(folder)).model(new ScriptedModel('{}')).complete(asked, signal);
  const [line] = (await folder.read(runFiles.prompts))!.split('\n');
  const [message] = sentMessages(asked);
  expect(JSON.parse(line!)).toEqual({ sha256: message!.sha256, text: 'one' });
});
