import { isAbort } from '../base/abort.ts';

/** The work that the scheduler starts. */
export interface ScheduledWork {
  validate(uri: string, signal: AbortSignal): Promise<void>;
  failed(uri: string, error: unknown): void;
}

/**
 * Validates documents one after the other once input has paused. Newer input cancels the running validation, because what
 * it has read may have changed, and puts it in line again.
 */
export class Scheduler {
  readonly #work: ScheduledWork;
  #waiting: ReadonlySet<string> = new Set();
  #debounce = 0;
  #timer: NodeJS.Timeout | undefined;
  #running: { readonly uri: string; readonly controller: AbortController } | undefined;

  constructor(work: ScheduledWork) {
    this.#work = work;
  }

  /** @param ms how long input has to pause. */
  setDebounce(ms: number): void {
    this.#debounce = ms;
  }

  /** True while something is being validated or waits for it. */
  get isBusy(): boolean {
    return this.#running !== undefined || this.#waiting.size > 0;
  }

  /** Puts documents at the head of the line, in this order, and waits for the next pause. */
  request(uris: readonly string[]): void {
    if (uris.length === 0) return;
    const running = this.#running && !this.#running.controller.signal.aborted ? [this.#running.uri] : [];
    this.#running?.controller.abort();
    this.#waiting = new Set([...uris, ...running, ...this.#waiting]);
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#runNext(), this.#debounce);
  }

  /** Takes a document out of the line; what it is running is cancelled. */
  forget(uri: string): void {
    this.#takeOut(uri);
    if (this.#running?.uri === uri) this.#running.controller.abort();
  }

  #runNext(): void {
    this.#timer = undefined;
    if (this.#running) return;
    const [uri] = this.#waiting;
    if (uri === undefined) return;
    this.#takeOut(uri);
    void this.#run(uri);
  }

  #takeOut(uri: string): void {
    this.#waiting = new Set([...this.#waiting].filter((waiting) => waiting !== uri));
  }

  async #run(uri: string): Promise<void> {
    const controller = new AbortController();
    this.#running = { uri, controller };
    try {
      await this.#work.validate(uri, controller.signal);
    } catch (error) {
      if (!isAbort(error, controller.signal)) this.#work.failed(uri, error);
    } finally {
      this.#running = undefined;
      // Otherwise the timer starts the next one.
      if (this.#timer === undefined) this.#runNext();
    }
  }
}
