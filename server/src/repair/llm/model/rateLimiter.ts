import { estimateInput } from './estimateTokens.ts';
import type { LanguageModel } from './languageModel.ts';

/** The limits on requests to an endpoint. */
export interface RateLimits {
  /** Concurrent calls, at least 1. */
  readonly concurrency: number;
  readonly requestsPerMinute?: number;
  /** The sum of input and output, as providers count. */
  readonly tokensPerMinute?: number;
}

export interface Clock {
  /** Milliseconds since an arbitrary start. */
  now(): number;
  /** Runs an action after a while. Returns a function that cancels it. */
  after(ms: number, action: () => void): () => void;
}

export const systemClock: Clock = {
  now: () => performance.now(),
  after(ms, action) {
    const timer = setTimeout(action, ms);
    return () => clearTimeout(timer);
  },
};

/** A model that waits for its turn. Models of the same endpoint share a limiter. */
export function rateLimited(model: LanguageModel, limiter: RateLimiter): LanguageModel {
  return {
    id: model.id,
    async complete(request, signal) {
      const input = estimateInput(request);
      const turn = await limiter.enter(input + request.maxTokens, signal);
      // A call without an answer counts with the tokens that were sent.
      let tokens = input;
      try {
        const answer = await model.complete(request, signal);
        tokens = answer.usage.input + answer.usage.output;
        return answer;
      } finally {
        turn.leave(tokens);
      }
    },
  };
}

/** Permission to make one call now. */
export interface RateLimitTurn {
  /** @param tokens the actual number of tokens, instead of the expected one. */
  leave(tokens: number): void;
}

interface Waiting {
  readonly tokens: number;
  readonly start: (turn: RateLimitTurn) => void;
}

/** A call that counts towards the limits for one minute from its start. */
interface Recent {
  readonly at: number;
  tokens: number;
}

/**
 * Admits calls strictly in order of arrival, within the limits for concurrent calls and for calls per minute. A call
 * that exceeds the limit for a whole minute is admitted once no other call counts.
 */
export class RateLimiter {
  readonly #limits: RateLimits;
  readonly #clock: Clock;
  #running = 0;
  #queue: readonly Waiting[] = [];
  #recent: readonly Recent[] = [];
  #callOff = () => {};

  constructor(limits: RateLimits, clock: Clock = systemClock) {
    this.#limits = limits;
    this.#clock = clock;
  }

  /** Resolves when the call may start. When aborted, it rejects with the signal's reason and leaves the queue. */
  enter(tokens: number, signal: AbortSignal): Promise<RateLimitTurn> {
    return new Promise((resolve, reject) => {
      signal.throwIfAborted();
      const waiting: Waiting = {
        tokens,
        start: (turn) => {
          signal.removeEventListener('abort', leave);
          resolve(turn);
        },
      };
      const leave = () => {
        this.#queue = this.#queue.filter((each) => each !== waiting);
        reject(signal.reason);
        this.#admit();
      };
      signal.addEventListener('abort', leave, { once: true });
      this.#queue = [...this.#queue, waiting];
      this.#admit();
    });
  }

  #admit(): void {
    this.#callOff();
    for (;;) {
      const [next, ...others] = this.#queue;
      if (!next || this.#running >= Math.max(1, this.#limits.concurrency)) return;
      const now = this.#clock.now();
      this.#recent = this.#recent.filter(({ at }) => now - at < minute);
      if (!this.#hasRoom(next.tokens)) {
        this.#callOff = this.#clock.after(this.#recent[0]!.at + minute - now, () => this.#admit());
        return;
      }
      this.#queue = others;
      next.start(this.#begin(next.tokens, now));
    }
  }

  #hasRoom(tokens: number): boolean {
    if (this.#recent.length === 0) return true;
    const { requestsPerMinute = Infinity, tokensPerMinute = Infinity } = this.#limits;
    const sum = this.#recent.reduce((total, each) => total + each.tokens, tokens);
    return this.#recent.length < requestsPerMinute && sum <= tokensPerMinute;
  }

  #begin(tokens: number, now: number): RateLimitTurn {
    const recent = { at: now, tokens };
    this.#recent = [...this.#recent, recent];
    this.#running++;
    return {
      leave: (actual) => {
        recent.tokens = actual;
        this.#running--;
        this.#admit();
      },
    };
  }
}

const minute = 60_000;
