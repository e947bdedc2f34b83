import { sha256 } from '../../base/sha256.ts';
import { requestParts } from '../prompt/requestParts.ts';
import type { LanguageModel, ModelAnswer, ModelRequest } from './languageModel.ts';

/** Keeps answers by key. What it has lost it does not have; it never fails. */
export interface AnswerStore {
  get(key: string): Promise<ModelAnswer | undefined>;
  put(key: string, answer: ModelAnswer): Promise<void>;
}

/**
 * A model that is asked once: the same request gives the same answer, in no time and for nothing, however often it
 * is made. Requests that differ in their seed are different, so several answers to one prompt take several seeds.
 * What a provider held back, or left empty, is asked for again.
 *
 * @param endpoint tells apart models of the same id: a URL without secrets.
 */
export function cachedModel(model: LanguageModel, endpoint: string, store: AnswerStore): LanguageModel {
  return {
    id: model.id,
    async complete(request, signal) {
      signal.throwIfAborted();
      const key = await answerKey(endpoint, model.id, request);
      const known = await store.get(key);
      signal.throwIfAborted();
      if (known) return { ...known, ms: 0, fromCache: true };
      const answer = await model.complete(request, signal);
      if (answer.finish !== 'filtered' && answer.text.trim() !== '') await store.put(key, answer);
      return answer;
    },
  };
}

/** What an answer is kept by: SHA-256 over all that it depends on, since prompts are long. */
export function answerKey(endpoint: string, model: string, request: ModelRequest): Promise<string> {
  return sha256(JSON.stringify(['v1', endpoint, model, ...requestParts(request)]));
}
