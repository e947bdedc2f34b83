import { type ModelAnswer, ModelError, type ModelRequest } from '../../llm/model/languageModel.ts';
import type { Completion, ToEngine } from '../../protocol/engine/messages.ts';

/** Has the model that is configured answer. */
export type Complete = (request: ModelRequest, signal: AbortSignal) => Promise<ModelAnswer>;

/** The requests of one engine to models that are under way; they end with the engine. */
export class Completions {
  readonly #complete: Complete;
  readonly #running = new Map<number, AbortController>();

  constructor(complete: Complete) {
    this.#complete = complete;
  }

  /** Answers a request of the engine, unless it is cancelled. */
  async start(id: number, request: ModelRequest, send: (message: ToEngine) => void): Promise<void> {
    const controller = new AbortController();
    this.#running.set(id, controller);
    const outcome = await this.#outcome(request, controller.signal);
    // The ids of a new engine begin at 1 again.
    if (this.#running.get(id) !== controller) return;
    this.#running.delete(id);
    send({ kind: 'completed', id, outcome });
  }

  cancel(id: number): void {
    this.#running.get(id)?.abort();
    this.#running.delete(id);
  }

  cancelAll(): void {
    for (const controller of this.#running.values()) controller.abort();
    this.#running.clear();
  }

  async #outcome(request: ModelRequest, signal: AbortSignal): Promise<Completion> {
    try {
      return { kind: 'answered', answer: await this.#complete(request, signal) };
    } catch (error) {
      if (error instanceof ModelError) return { kind: 'failed', error: error.kind, message: error.message };
      return { kind: 'broken', message: error instanceof Error ? error.message : String(error) };
    }
  }
}
