import { type LanguageModel, type ModelAnswer, ModelError } from '../../../repair/llm/model/languageModel.ts';
import type { Trial } from '../run/trial.ts';
import { requestHash } from './requestHash.ts';

/** The answers of models that were recorded with trials. */
export class RecordedAnswers {
  readonly #answers = new Map<string, ModelAnswer>();

  /** Adds the answers of a trial. */
  add({ rounds }: Trial): void {
    for (const { answer: text, asked, ms } of rounds) {
      if (!asked) continue;
      const { requestSha256, messages: _, at: __, noPositiveExample: ___, ...rest } = asked;
      this.#answers.set(requestSha256, { ...rest, text, ms, fromCache: true });
    }
  }

  /** The number of answers. */
  get size(): number {
    return this.#answers.size;
  }

  /** A model that only gives recorded answers. */
  model(id: string): LanguageModel {
    return {
      id,
      complete: async (request, signal) => {
        signal.throwIfAborted();
        const answer = this.#answers.get(requestHash(id, request));
        if (answer) return answer;
        throw new ModelError(
          'model',
          `No answer of “${id}” to one of the requests was recorded. Replay with the suite, the strategies and the options of the recorded run, or ask the model.`,
        );
      },
    };
  }
}
