import type { OpenModel } from './io.ts';

/** A model behind an endpoint on the network. */
export const openModel: OpenModel = async ({ baseUrl, model, key }) => {
  // Most runs ask no model.
  const { OpenAiModel } = await import('../platform/openAiModel.ts');
  return new OpenAiModel({ baseUrl, model, key: async () => key });
};
