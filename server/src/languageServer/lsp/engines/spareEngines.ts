import type { OpenText } from '../../../base/textChange.ts';
import type { EngineAnswer, EngineRequest } from '../../protocol/engine/requests.ts';
import type { Configuration, Progress, Watchdog } from './watchdog.ts';

/** How long an engine without work is kept, in ms. */
const idleTime = 60_000;
/** How long an engine may tidy up after it was told to stop, in ms. */
const graceTime = 3000;

/**
 * Engines for work that may take minutes, so that the engine that validates as users type can always answer at once. They
 * are started when there is such work.
 */
export class SpareEngines {
  readonly #create: (texts: () => readonly OpenText[]) => Watchdog;
  readonly #texts: () => readonly OpenText[];
  readonly #running = new Set<Watchdog>();
  #configuration: Configuration | undefined;
  #reader: Watchdog | undefined;
  #requests = 0;
  #idle: NodeJS.Timeout | undefined;

  /**
   * @param create makes a watchdog whose engine is given these texts.
   * @param texts the texts that are open.
   */
  constructor(create: (texts: () => readonly OpenText[]) => Watchdog, texts: () => readonly OpenText[]) {
    this.#create = create;
    this.#texts = texts;
  }

  configure(configuration: Configuration): void {
    this.#configuration = configuration;
    // Work that has begun goes on with the configuration that it began with.
    this.#reader?.configure(quiet(configuration));
  }

  /** Sends a request about the open texts, as they are now, to an engine of its own, which ends with the answer. */
  requestAboutTexts<Request extends EngineRequest>(
    request: Request,
    signal: AbortSignal,
    progress: Progress,
  ): Promise<EngineAnswer<Request['method']>> {
    const texts = this.#texts();
    return this.#withOwn(texts, signal, (watchdog) => watchdog.request(request, signal, progress));
  }

  /** Does work with an engine of its own, which is started again if it is lost, and ends with the work. */
  withOwn<T>(signal: AbortSignal, work: (engine: Pick<Watchdog, 'request'>) => Promise<T>): Promise<T> {
    return this.#withOwn([], signal, work);
  }

  /** Sends a request about files on disk to the engine for such requests. */
  async request<Request extends EngineRequest>(
    request: Request,
    signal: AbortSignal,
    progress: Progress = () => {},
  ): Promise<EngineAnswer<Request['method']>> {
    clearTimeout(this.#idle);
    this.#requests++;
    this.#reader ??= this.#start(() => []);
    try {
      return await this.#reader.request(request, signal, progress);
    } finally {
      this.#requests--;
      if (this.#requests === 0) this.#idle = setTimeout(() => this.#rest(), idleTime).unref();
    }
  }

  dispose(): void {
    clearTimeout(this.#idle);
    for (const watchdog of [...this.#running]) this.#end(watchdog);
  }

  async #withOwn<T>(
    texts: readonly OpenText[],
    signal: AbortSignal,
    work: (watchdog: Watchdog) => Promise<T>,
  ): Promise<T> {
    const watchdog = this.#start(() => texts);
    try {
      return await work(watchdog);
    } finally {
      if (signal.aborted) setTimeout(() => this.#end(watchdog), graceTime).unref();
      else this.#end(watchdog);
    }
  }

  #start(texts: () => readonly OpenText[]): Watchdog {
    const watchdog = this.#create(texts);
    this.#running.add(watchdog);
    watchdog.start();
    if (this.#configuration) watchdog.configure(quiet(this.#configuration));
    return watchdog;
  }

  #rest(): void {
    if (this.#reader) this.#end(this.#reader);
  }

  #end(watchdog: Watchdog): void {
    if (watchdog === this.#reader) this.#reader = undefined;
    this.#running.delete(watchdog);
    watchdog.dispose();
  }
}

/** These engines do not validate as users type; another one does. */
function quiet(configuration: Configuration): Configuration {
  return { ...configuration, debounce: 2 ** 31 - 1 };
}
