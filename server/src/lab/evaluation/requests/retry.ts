import { type LanguageModel, ModelError } from '../../../repair/llm/model/languageModel.ts';
import { type Clock, systemClock } from '../../../repair/llm/model/rateLimiter.ts';
import { OverBudget } from '../../../repair/llm/model/spending.ts';

/**
 * A model that, once it has answered, is retried with growing delays when a request fails for a temporary reason. A
 * run of hours should not end because an endpoint is overloaded for a minute.
 */
export function retry(model: LanguageModel, clock: Clock = systemClock): LanguageModel {
  let hasAnswered = false;
  return {
    id: model.id,
    async complete(request, signal) {
      for (let tries = 0; ; tries++) {
        try {
          const answer = await model.complete(request, signal);
          hasAnswered = true;
          return answer;
        } catch (error) {
          signal.throwIfAborted();
          if (!hasAnswered || tries >= pauses.length || !mayPass(error)) throw error;
          await delay(pauses[tries]!, signal, clock);
        }
      }
    },
  };
}

/** In ms. */
const pauses = [2_000, 10_000, 30_000, 60_000, 120_000];

function mayPass(error: unknown): boolean {
  if (!(error instanceof ModelError) || error instanceof OverBudget) return false;
  return ['limit', 'timeout', 'server', 'unreachable'].includes(error.kind);
}

/** Resolves after a number of milliseconds, or rejects with the signal's reason when aborted. */
export function delay(ms: number, signal: AbortSignal, clock: Clock = systemClock): Promise<void> {
  return new Promise((resolve, reject) => {
    signal.throwIfAborted();
    const stop = () => {
      callOff();
      reject(signal.reason);
    };
    const callOff = clock.after(ms, () => {
      signal.removeEventListener('abort', stop);
      resolve();
    });
    signal.addEventListener('abort', stop, { once: true });
  });
}
