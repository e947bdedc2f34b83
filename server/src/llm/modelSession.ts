import { type AnswerStore, cached } from './cached.ts';
import type { LanguageModel, ModelAnswer } from './languageModel.ts';
import { limited, RateLimiter } from './limited.ts';

/** A user looks at a few repairs at a time; an endpoint is not to be flooded by them. */
const concurrency = 4;

const maxAnswers = 200;

/** What is kept of endpoints while a program runs: how busy each is, and what it has answered already. */
export class ModelSession {
  readonly #limiters = new Map<string, RateLimiter>();
  readonly #answers = new RecentAnswers();

  /** The model, asked once for the same thing and not for too much at a time. */
  of(model: LanguageModel, url: string): LanguageModel {
    const limiter = this.#limiters.get(url) ?? new RateLimiter({ concurrency });
    this.#limiters.set(url, limiter);
    return cached(limited(model, limiter), url, this.#answers);
  }
}

/** In memory, the oldest out first. */
class RecentAnswers implements AnswerStore {
  readonly #answers = new Map<string, ModelAnswer>();

  async get(key: string): Promise<ModelAnswer | undefined> {
    return this.#answers.get(key);
  }

  async put(key: string, answer: ModelAnswer): Promise<void> {
    this.#answers.set(key, answer);
    const [oldest] = this.#answers.keys();
    if (this.#answers.size > maxAnswers && oldest !== undefined) this.#answers.delete(oldest);
  }
}
