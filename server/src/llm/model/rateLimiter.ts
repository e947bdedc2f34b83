import { estimateInput } from '../prompt/estimateInput.ts';
import type { LanguageModel } from './languageModel.ts';

/** What an endpoint is asked for at most. */
export interface RateLimits {
  /** Calls at the same time, at least 1. */
  readonly concurrency: number;
  readonly requestsPerMinute?: number;
  /** Input and output together, as providers count them. */
  readonly tokensPerMinute?: number;
}

export interface Clock {
  /** In ms, from any start. */
  now(): number;
  /** Does something after a while. Returns how to call it off. */
  after(ms: number, action: () => void): () => void;
}

export const systemClock: Clock = {
  now: () => performance.now(),
  after(ms, action) {
    const timer = setTimeout(action, ms);
    return () => clearTimeout(timer);
  },
};

/** A model that waits for its turn. Models of one endpoint share a limiter. */
export function rateLimited(model: LanguageModel, limiter: RateLimiter): LanguageModel {
  return {
    id: model.id,
    async complete(request, signal) {
      const input = estimateInput(request);
      const turn = await limiter.enter(input + request.maxTokens, signal);
      // Without an answer it counts with what was sent.
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

/** The permission to make one call now. */
export interface RateLimitTurn {
  /** @param tokens what the call came to, in place of what was expected. */
  leave(tokens: number): void;
}

interface Waiting {
  readonly tokens: number;
  readonly start: (turn: RateLimitTurn) => void;
}

/** A call that counts for the minute after it began. */
interface Recent {
  readonly at: number;
  tokens: number;
}

/**
 * Lets calls through in the order in which they came, none overtaking: as many at once, and as many a minute, as the
 * limits say. A call that is larger than a whole minute allows goes when no other one counts any more.
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

  /** Resolves when it is one's turn; rejects with the signal's reason, and gives the place in the queue away. */
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
