import path from 'node:path';
import type { OpenAnswers, OpenBatches, OpenModel } from '../ports.ts';

/** Opens a model behind an endpoint on the network. */
export const openModel: OpenModel = async ({ baseUrl, model, key, timeout }) => {
  // Loaded on demand, because most runs ask no model.
  const { OpenAiModel } = await import('../../../platform/openAi/openAiModel.ts');
  const opened = new OpenAiModel({ baseUrl, model, key: async () => key, silence: timeout });
  return { model: opened, url: opened.endpoint.url };
};

/** Opens the batches of an endpoint on the network. */
export const openBatches: OpenBatches = async (endpoint) => {
  const { OpenAiBatches } = await import('../../../platform/openAi/openAiBatches.ts');
  return new OpenAiBatches(endpoint);
};

/** Opens a file in the folder to which each answer is appended immediately. */
export const openAnswers: OpenAnswers = async (folder, tell) => {
  const { openAnswerFile } = await import('../../../platform/records/answerFile.ts');
  return openAnswerFile(path.resolve(folder, 'answers.jsonl'), tell);
};
