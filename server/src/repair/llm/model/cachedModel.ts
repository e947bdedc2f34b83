import { sha256 } from '../../../base/sha256.ts';
import type { LanguageModel, ModelAnswer, ModelRequest } from './languageModel.ts';

/** Keeps answers by key. It may lose answers, but it never fails. */
export interface AnswerStore {
  get(key: string): Promise<ModelAnswer | undefined>;
  put(key: string, answer: ModelAnswer): Promise<void>;
}

/**
 * A model that is asked once: the same request gives the same answer immediately and for free, however often it is made.
 * Requests with different seeds are different, so several answers to one prompt require several seeds. An answer that is
 * empty or was withheld by the provider is not kept.
 *
 * @param endpoint distinguishes models with the same id: a URL without secrets.
 */
export function cachedModel(model: LanguageModel, endpoint: string, store: AnswerStore): LanguageModel {
  return {
    id: model.id,
    async complete(request, signal) {
      signal.throwIfAborted();
      const key = answerKey(endpoint, model.id, request);
      const known = await store.get(key);
      signal.throwIfAborted();
      if (known) return { ...known, ms: 0, fromCache: true };
      const answer = await model.complete(request, signal);
      const isEmpty = answer.text.trim() === '' && answer.calls === undefined;
      if (answer.finish !== 'filtered' && !isEmpty) await store.put(key, answer);
      return answer;
    },
  };
}

/** The key of an answer: a SHA-256 hash of everything it depends on, because prompts are long. */
export function answerKey(endpoint: string, model: string, request: ModelRequest): string {
  return sha256(JSON.stringify(['v1', endpoint, model, ...requestParts(request)]));
}

/** Everything that a model is asked, as plain data: equal for equal requests, whether they are bare or not. */
export function requestParts({
  messages,
  schema,
  temperature,
  maxTokens,
  seed,
  bare: _,
  tools,
  ...rest
}: ModelRequest): readonly unknown[] {
  // The compiler reports a new parameter that is missing here.
  rest satisfies Record<string, never>;
  return [
    messages.map(({ role, text, calls, callId }) => [
      role,
      text,
      ...(calls ? [calls.map(({ id, name, input }) => [id, name, input])] : []),
      ...(callId === undefined ? [] : [callId]),
    ]),
    schema ? [schema.name, schema.schema] : null,
    temperature,
    maxTokens,
    seed ?? null,
    ...(tools ? [tools.map(({ name, description, parameters }) => [name, description, parameters])] : []),
  ];
}
