import { type AnswerStore, cachedModel } from './cachedModel.ts';
import type { LanguageModel, ModelAnswer } from './languageModel.ts';
import { type ModelPrice, priceOf } from './prices.ts';
import { RateLimiter, rateLimited } from './rateLimiter.ts';
import { Budget, today, withinBudget } from './spending.ts';

/** The limits that users set. */
export interface SessionLimits {
  /** Concurrent calls of an endpoint, at least 1. */
  readonly concurrency: number;
  /** Calls of an endpoint per minute. */
  readonly requestsPerMinute: number | undefined;
  /** The most that all calls of a session may cost, in USD. */
  readonly maxCost: number | undefined;
  readonly prices: readonly ModelPrice[];
}

/** The state of endpoints while a program runs: how busy each one is, what it has answered, and what that cost. */
export class ModelSession {
  readonly #limiters = new Map<string, { readonly limiter: RateLimiter; readonly rates: string }>();
  readonly #answers: AnswerStore;
  readonly #budget: Budget;
  #limits: SessionLimits;

  /** @param answers the store for answers; in memory if left out. */
  constructor(limits: SessionLimits, answers: AnswerStore = new RecentAnswers()) {
    this.#limits = limits;
    this.#answers = answers;
    this.#budget = new Budget(
      () => this.#limits.maxCost,
      (model, usage) => priceOf(usage, model, today(), this.#limits.prices),
    );
  }

  /** Changes the limits. What has been spent still counts. */
  configure(limits: SessionLimits): void {
    this.#limits = limits;
  }

  /** The model with the cache, the rate limits and the budget of the session. */
  of(model: LanguageModel, url: string): LanguageModel {
    return cachedModel(
      rateLimited(withinBudget(model, this.#budget), this.#limiterOf(url)),
      url,
      this.#answers,
    );
  }

  #limiterOf(url: string): RateLimiter {
    const { concurrency, requestsPerMinute } = this.#limits;
    const rates = `${concurrency} ${requestsPerMinute}`;
    const known = this.#limiters.get(url);
    if (known?.rates === rates) return known.limiter;
    const limiter = new RateLimiter({
      concurrency,
      ...(requestsPerMinute !== undefined && { requestsPerMinute }),
    });
    this.#limiters.set(url, { limiter, rates });
    return limiter;
  }
}

const maxAnswers = 200;

/** Keeps answers in memory and drops the oldest first. */
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
