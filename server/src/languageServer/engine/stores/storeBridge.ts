import type { StoreOpener } from '../../../service/ide/stores/linkedStores.ts';
import type { Unasked } from '../../../service/ide/stores/unaskedStores.ts';
import { type StoreAddress, storeUri } from '../../../workspace/project/storeLink.ts';
import { type Store, StoreError } from '../../../workspace/store/store.ts';
import type { FromEngine, StoreOutcome, StoreRequest } from '../../protocol/engine/messages.ts';

/**
 * The way from the engine to stores, which the lsp process asks: consent, passwords and connections are there and nowhere
 * else.
 */
export class StoreBridge implements StoreOpener {
  readonly #send: (message: FromEngine) => void;
  readonly #waiting = new Map<number, (outcome: StoreOutcome) => void>();
  #lastId = 0;

  constructor(send: (message: FromEngine) => void) {
    this.#send = send;
  }

  async open(address: StoreAddress, signal: AbortSignal): Promise<Store | Unasked> {
    const outcome = await this.#ask({ address, query: undefined }, signal);
    if (outcome.kind === 'answered')
      return { url: storeUri(address), select: (query, stop) => this.#select(address, query, stop) };
    return {
      message: outcome.message,
      severity: 'information',
      fixes: outcome.kind === 'refused' && outcome.canAllow ? [{ kind: 'allowStore', store: address }] : [],
    };
  }

  /** Takes what came of a request. One that was given up is not waited for any more. */
  answered(id: number, outcome: StoreOutcome): void {
    this.#waiting.get(id)?.(outcome);
    this.#waiting.delete(id);
  }

  async #select(address: StoreAddress, query: string, signal: AbortSignal): Promise<string> {
    const outcome = await this.#ask({ address, query }, signal);
    if (outcome.kind === 'answered') return outcome.text;
    throw new StoreError(outcome.message, outcome.kind === 'failed' ? outcome.failure : {});
  }

  #ask(request: StoreRequest, signal: AbortSignal): Promise<StoreOutcome> {
    signal.throwIfAborted();
    const id = ++this.#lastId;
    return new Promise((resolve, reject) => {
      const abort = () => {
        this.#waiting.delete(id);
        this.#send({ kind: 'cancelStore', id });
        reject(signal.reason);
      };
      signal.addEventListener('abort', abort, { once: true });
      this.#waiting.set(id, (outcome) => {
        signal.removeEventListener('abort', abort);
        resolve(outcome);
      });
      this.#send({ kind: 'askStore', id, request });
    });
  }
}
