import { isAbort } from '../../../base/abort.ts';
import type { StoreOpener } from '../../../service/ide/stores/linkedStores.ts';
import type { Unasked } from '../../../service/ide/stores/unaskedStores.ts';
import { type StoreAddress, storeUri } from '../../../workspace/project/storeLink.ts';
import { type Store, StoreError } from '../../../workspace/store/store.ts';
import type { FromEngine, StoreOutcome, StoreRequest } from '../../protocol/engine/messages.ts';

/**
 * The way from the engine to stores, which the lsp process asks: only that process has consents, passwords and connections.
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

  /** Receives the outcome of a request, unless nobody is waiting for it any more. */
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

/** The work that the jobs start. */
export interface StoreWork {
  /** Fetches what a document needs from stores; true when it has to be validated again. */
  settle(uri: string, beforeAsking: () => Promise<void>, signal: AbortSignal): Promise<boolean>;
  settled(uri: string): void;
  /** Fetches labels for a document whose needs are settled; true when there are new ones. */
  label(uri: string, beforeAsking: () => Promise<void>, signal: AbortSignal): Promise<boolean>;
  labelled(): void;
  failed(uri: string, error: unknown): void;
}

/** How long typing has to pause before a store is asked, in ms: asking for half-typed names would be useless. */
const askAfter = 300;

/**
 * Fetches what documents need from stores, alongside all other work. A newer text of a document cancels fetching for the
 * last one.
 */
export class StoreJobs {
  readonly #work: StoreWork;
  readonly #running = new Map<string, AbortController>();

  constructor(work: StoreWork) {
    this.#work = work;
  }

  get isBusy(): boolean {
    return this.#running.size > 0;
  }

  /** Starts fetching for the text that was validated last. */
  start(uri: string): void {
    this.cancel(uri);
    const controller = new AbortController();
    this.#running.set(uri, controller);
    void this.#run(uri, controller);
  }

  cancel(uri: string): void {
    this.#running.get(uri)?.abort();
    this.#running.delete(uri);
  }

  cancelAll(): void {
    for (const uri of [...this.#running.keys()]) this.cancel(uri);
  }

  async #run(uri: string, controller: AbortController): Promise<void> {
    const { signal } = controller;
    try {
      const isNew = await this.#work.settle(uri, pause, signal);
      if (signal.aborted) return;
      // The next validation comes back here.
      if (isNew) this.#work.settled(uri);
      else if (await this.#work.label(uri, pause, signal)) this.#work.labelled();
    } catch (error) {
      if (!isAbort(error, signal)) this.#work.failed(uri, error);
    } finally {
      if (this.#running.get(uri) === controller) this.#running.delete(uri);
    }
  }
}

function pause(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, askAfter));
}
