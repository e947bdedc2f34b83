import { type ModelAnswer, ModelError, type ModelRequest } from '../../../repair/llm/model/languageModel.ts';
import type { Completion } from '../../protocol/engine/messages.ts';

/** The pending requests of an engine to this process; they end with the engine. */
export class PendingRequests<Request, Outcome> {
  readonly #answer: (request: Request, signal: AbortSignal) => Promise<Outcome>;
  readonly #running = new Map<number, AbortController>();

  /** @param answer reports the outcome of a request; it does not throw. */
  constructor(answer: (request: Request, signal: AbortSignal) => Promise<Outcome>) {
    this.#answer = answer;
  }

  /** Answers a request of the engine, unless it is cancelled. */
  async start(id: number, request: Request, reply: (outcome: Outcome) => void): Promise<void> {
    const controller = new AbortController();
    this.#running.set(id, controller);
    const outcome = await this.#answer(request, controller.signal);
    // The ids of a new engine start at 1 again.
    if (this.#running.get(id) !== controller) return;
    this.#running.delete(id);
    reply(outcome);
  }

  cancel(id: number): void {
    this.#running.get(id)?.abort();
    this.#running.delete(id);
  }

  cancelAll(): void {
    for (const controller of this.#running.values()) controller.abort();
    this.#running.clear();
  }
}

/** Has the configured model answer. */
export type Complete = (request: ModelRequest, signal: AbortSignal) => Promise<ModelAnswer>;

/** The outcome of asking a model, as a message. */
export async function completionOf(
  complete: Complete,
  request: ModelRequest,
  signal: AbortSignal,
): Promise<Completion> {
  try {
    return { kind: 'answered', answer: await complete(request, signal) };
  } catch (error) {
    if (error instanceof ModelError) return { kind: 'failed', error: error.kind, message: error.message };
    return { kind: 'broken', message: error instanceof Error ? error.message : String(error) };
  }
}
