import type { TestSetup } from '../../testing/runInMemory.ts';
import { ScriptedModel, type ScriptedReply } from '../../testing/scriptedModel.ts';

/** A model that is asked without a network, and whose answers are kept for all that has the same setup. */
export function withModel(...script: readonly [ScriptedReply, ...ScriptedReply[]]) {
  const model = new ScriptedModel(...script);
  const kept = new Map();
  return {
    model,
    openModel: async () => ({ model, url: 'http://localhost/v1' }),
    openAnswers: async () => ({
      get: async (key: string) => kept.get(key),
      put: async (key: string, answer: unknown) => void kept.set(key, answer),
    }),
  } satisfies Partial<TestSetup> & { readonly model: ScriptedModel };
}
