import { isAbort } from '../../base/abort.ts';

/** The work on a document, in order. */
interface Steps {
  validate(uri: string, signal: AbortSignal): Promise<void>;
  /**
   * What is left to do for a validated document. It waits until no document waits for its validation and, where it took
   * long the last time, for a pause in typing.
   */
  finish(uri: string, signal: AbortSignal): Promise<void>;
}

/** The work that the scheduler starts. */
export interface ScheduledWork extends Steps {
  failed(uri: string, error: unknown): void;
}

/**
 * Validates documents one after the other once input has paused. Newer input cancels the running validation, because what
 * it has read may have changed, and puts it in the queue again.
 */
export class Scheduler {
  readonly #work: ScheduledWork;
  #waiting: ReadonlySet<string> = new Set();
  readonly #unfinished = new Set<string>();
  /** How long the last finishing of each document took, in ms. */
  readonly #finishing = new Map<string, number>();
  #lastInput = 0;
  #debounce = 0;
  #timer: NodeJS.Timeout | undefined;
  #running:
    | { readonly uri: string; readonly step: keyof Steps; readonly controller: AbortController }
    | undefined;

  constructor(work: ScheduledWork) {
    this.#work = work;
  }

  /** @param ms how long input has to pause. */
  setDebounce(ms: number): void {
    this.#debounce = ms;
  }

  /** True while something is being validated or waits for it. */
  get isBusy(): boolean {
    return this.#running !== undefined || this.#waiting.size > 0 || this.#unfinished.size > 0;
  }

  /** Puts documents at the head of the queue, in this order, and waits for the next pause. */
  request(uris: readonly string[]): void {
    if (uris.length === 0) return;
    const running = this.#running;
    const again = running?.step === 'validate' && !running.controller.signal.aborted ? [running.uri] : [];
    running?.controller.abort();
    this.#waiting = new Set([...uris, ...again, ...this.#waiting]);
    this.#lastInput = performance.now();
    this.#runIn(this.#debounce);
  }

  /**
   * Whether the validation that is going on was cancelled, if it is of a document. A call cancels it, and puts the document at the
   * end of the queue.
   */
  isCalledOff(isOf: (uri: string) => boolean, takeCall: () => boolean): boolean {
    const running = this.#running;
    if (running?.step !== 'validate' || !isOf(running.uri)) return false;
    const { signal } = running.controller;
    if (signal.aborted || !takeCall()) return signal.aborted;
    running.controller.abort();
    this.#waiting = new Set([...this.#waiting, running.uri]);
    // What others wait for has come, but was not heard yet.
    this.#runIn(this.#debounce);
    return true;
  }

  /** Removes a document from the queue and cancels its work. */
  forget(uri: string): void {
    this.#takeOut(uri);
    this.#unfinished.delete(uri);
    this.#finishing.delete(uri);
    if (this.#running?.uri === uri) this.#running.controller.abort();
  }

  #runIn(ms: number): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#runNext(), ms);
  }

  #runNext(): void {
    this.#timer = undefined;
    if (this.#running) return;
    const [uri] = this.#waiting;
    const [validated] = this.#unfinished;
    if (uri !== undefined) {
      this.#takeOut(uri);
      this.#unfinished.delete(uri);
      void this.#run(uri, 'validate');
    } else if (validated !== undefined) {
      const wait = this.#lastInput + this.#pauseBefore(validated) - performance.now();
      if (wait > 0) this.#runIn(wait);
      else void this.#run(validated, 'finish');
    }
  }

  /**
   * How long input has to pause before a document is finished, in ms: several times as long as that will take, so that it
   * seldom delays input.
   */
  #pauseBefore(uri: string): number {
    return Math.min(longestPause, pausePerWork * (this.#finishing.get(uri) ?? 0));
  }

  #takeOut(uri: string): void {
    this.#waiting = new Set([...this.#waiting].filter((waiting) => waiting !== uri));
  }

  async #run(uri: string, step: keyof Steps): Promise<void> {
    const controller = new AbortController();
    const { signal } = controller;
    this.#running = { uri, step, controller };
    const begin = performance.now();
    try {
      await this.#work[step](uri, signal);
      if (step === 'validate') this.#unfinished.add(uri);
      else {
        this.#unfinished.delete(uri);
        this.#finishing.set(uri, performance.now() - begin);
      }
    } catch (error) {
      // What was cancelled in the middle may end by any error.
      if (!signal.aborted && !isAbort(error, signal)) {
        this.#unfinished.delete(uri);
        this.#work.failed(uri, error);
      }
    } finally {
      this.#running = undefined;
      // Otherwise the timer starts the next one.
      if (this.#timer === undefined) this.#runNext();
    }
  }
}

const pausePerWork = 5;

/** In ms. */
const longestPause = 1000;
