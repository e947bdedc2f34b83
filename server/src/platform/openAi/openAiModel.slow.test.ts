import { describe, expect, test } from 'vitest';
import { ModelError, type ModelRequest } from '../../repair/llm/model/languageModel.ts';
import { modelFaults, plantedKey, toldOf } from '../../testing/modelFaults.ts';
import { allAbilities } from './chatCompletions.ts';
import { OpenAiModel } from './openAiModel.ts';

const request: ModelRequest = {
  messages: [{ role: 'user', text: 'Repair this: ex:alice ex:age "old" .' }],
  schema: {
    name: 'repair',
    schema: { type: 'object', properties: { answer: { type: 'string' } }, required: ['answer'] },
  },
  temperature: 0,
  maxTokens: 500,
  seed: 7,
};

/** The abilities of an endpoint that does not stream. */
const withoutStream = { ...allAbilities, stream: 'none' } as const;

describe.each([
  ['in parts', allAbilities],
  ['in one piece', withoutStream],
])('asked for an answer %s', (_, abilities) => {
  test.concurrent.each(modelFaults)('$name: what happened, where, and what to do', async (fault) => {
    const endpoint = await fault.start();
    const { silence, timeout } = fault;
    const model = new OpenAiModel({
      baseUrl: endpoint.baseUrl,
      model: 'tiny',
      key: async () => plantedKey,
      maxRetries: 1,
      abilities: new Map([[`${endpoint.baseUrl} tiny`, abilities]]),
      ...(silence !== undefined && { silence }),
      ...(timeout !== undefined && { timeout }),
    });
    const { kind, message } = await failureOf(model);
    const isTimed = silence !== undefined || timeout !== undefined;
    const requests = isTimed ? undefined : endpoint.requested();
    await endpoint.close();
    expect({ kind, told: toldOf(message, endpoint), requests }).toEqual({
      kind: fault.kind,
      told: fault.told,
      requests: isTimed ? undefined : (fault.requests ?? 1),
    });
  });
});

/** The error of a call. It must not contain the key. */
async function failureOf(model: OpenAiModel): Promise<ModelError> {
  const error = await model.complete(request, new AbortController().signal).then(
    (answer) => answer.text,
    (reason) => reason,
  );
  expect(error).toBeInstanceOf(ModelError);
  expect(`${error.stack}${JSON.stringify(error)}${error.cause}`).not.toContain(plantedKey);
  return error;
}
