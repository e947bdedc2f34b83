import { type LanguageModel, type ModelAnswer, ModelError } from '../../llm/model/languageModel.ts';
import type { Trial } from '../run/trial.ts';
import { requestHash } from './requestHash.ts';

/** Answers of models that were recorded with trials. */
export class RecordedAnswers {
  readonly #answers = new Map<string, ModelAnswer>();

  /** Takes in the answers of a trial. */
  add({ rounds }: Trial): void {
    for (const { answer: text, asked, ms } of rounds) {
      if (!asked) continue;
      const { requestSha256, messages: _, ...rest } = asked;
      this.#answers.set(requestSha256, { ...rest, text, ms, fromCache: true });
    }
  }

  /** How many answers there are. */
  get size(): number {
    return this.#answers.size;
  }

  /** A model that answers from the record, and nothing else. */
  model(id: string): LanguageModel {
    return {
      id,
      complete: async (request, signal) => {
        signal.throwIfAborted();
        const answer = this.#answers.get(await requestHash(id, request));
        if (answer) return answer;
        throw new ModelError(
          'model',
          `There is no recorded answer of “${id}” to one of the requests. Replay with the suite, the strategies and the options of the run that was recorded, or ask the model.`,
        );
      },
    };
  }
}
