import type { ModelAnswer, ModelRequest } from '../../../repair/llm/model/languageModel.ts';
import type { Completion, FromEngine } from '../../protocol/engine/messages.ts';

interface Waiting {
  readonly resolve: (answer: ModelAnswer) => void;
  readonly reject: (error: unknown) => void;
}

/** The way from the engine to models, which the lsp process calls: only that process has keys and connections. */
export class ModelBridge {
  readonly #send: (message: FromEngine) => void;
  readonly #waiting = new Map<number, Waiting>();
  #lastId = 0;

  constructor(send: (message: FromEngine) => void) {
    this.#send = send;
  }

  /** Asks the model that is configured. */
  complete(request: ModelRequest, signal: AbortSignal): Promise<ModelAnswer> {
    signal.throwIfAborted();
    const id = ++this.#lastId;
    return new Promise<ModelAnswer>((resolve, reject) => {
      const abort = () => {
        this.#waiting.delete(id);
        this.#send({ kind: 'cancelCompletion', id });
        reject(signal.reason);
      };
      const settle = () => signal.removeEventListener('abort', abort);
      signal.addEventListener('abort', abort, { once: true });
      this.#waiting.set(id, {
        resolve(answer) {
          settle();
          resolve(answer);
        },
        reject(error) {
          settle();
          reject(error);
        },
      });
      this.#send({ kind: 'complete', id, request });
    });
  }

  /** Receives the outcome of a request, unless nobody is waiting for it any more. */
  completed(id: number, outcome: Completion): void {
    const waiting = this.#waiting.get(id);
    this.#waiting.delete(id);
    if (outcome.kind === 'answered') waiting?.resolve(outcome.answer);
    else if (waiting) void errorOf(outcome).then(waiting.reject, waiting.reject);
  }
}

async function errorOf(outcome: Exclude<Completion, { readonly kind: 'answered' }>): Promise<Error> {
  const { message } = outcome;
  if (outcome.kind !== 'failed') return new Error(message);
  // It includes the schemas of all answers of models, and few people have a model.
  const { ModelError } = await import('../../../repair/llm/model/languageModel.ts');
  return new ModelError(outcome.error, message);
}
