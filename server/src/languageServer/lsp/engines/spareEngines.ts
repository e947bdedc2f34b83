import type { OpenText } from '../../../base/textChange.ts';
import type { EngineAnswer, EngineRequest } from '../../protocol/engine/requests.ts';
import type { Configuration, Progress, Watchdog } from './watchdog.ts';

/** How long an engine without work is kept, in ms. */
const idleTime = 60_000;
/** How long an engine may tidy up after it was asked to stop, in ms. */
const graceTime = 3000;

/** An engine that is kept until it has had no requests for a while. */
interface KeptEngine {
  watchdog: Watchdog | undefined;
  requests: number;
  idle: NodeJS.Timeout | undefined;
}

/**
 * Engines for work that may take minutes, so that the engine that validates as users type can always answer immediately.
 * They are started when there is such work.
 */
export class SpareEngines {
  readonly #create: (texts: () => readonly OpenText[]) => Watchdog;
  readonly #texts: () => readonly OpenText[];
  readonly #running = new Set<Watchdog>();
  readonly #reader: KeptEngine = { watchdog: undefined, requests: 0, idle: undefined };
  /** The engine that has the open texts, and is sent their changes before each request. */
  readonly #follower: KeptEngine = { watchdog: undefined, requests: 0, idle: undefined };
  /** The versions of the texts that the follower has. A text that was closed and opened again is a different one. */
  readonly #followed = new Map<OpenText, number>();
  #configuration: Configuration | undefined;

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
    // Work that has an engine of its own goes on with the configuration that it began with.
    for (const { watchdog } of [this.#reader, this.#follower]) watchdog?.configure(quiet(configuration));
  }

  /** Notifies the engines that are kept; one with work of its own continues with what it has read. */
  filesChanged(uris: readonly string[], addedOrRemoved: boolean): void {
    // Closed files are read from disk from now on.
    if (this.#follower.watchdog) this.#closeGone(this.#follower.watchdog);
    for (const { watchdog } of [this.#reader, this.#follower]) watchdog?.filesChanged(uris, addedOrRemoved);
  }

  /** Makes the engines that are kept ask stores again. */
  forgetStores(): void {
    for (const { watchdog } of [this.#reader, this.#follower]) watchdog?.forgetStores();
  }

  /** Sends a request about the current open texts to an engine of its own, which ends with the answer. */
  requestAboutTexts<Request extends EngineRequest>(
    request: Request,
    signal: AbortSignal,
    progress: Progress,
  ): Promise<EngineAnswer<Request['method']>> {
    const texts = this.#texts();
    return this.#withOwn(texts, signal, (watchdog) => watchdog.request(request, signal, progress));
  }

  /** Does work with an engine of its own, which is restarted if it is lost, and ends with the work. */
  withOwn<T>(signal: AbortSignal, work: (engine: Pick<Watchdog, 'request'>) => Promise<T>): Promise<T> {
    return this.#withOwn([], signal, work);
  }

  /** Sends a request about files on disk to the engine for such requests. */
  request<Request extends EngineRequest>(
    request: Request,
    signal: AbortSignal,
    progress: Progress = () => {},
  ): Promise<EngineAnswer<Request['method']>> {
    this.#reader.watchdog ??= this.#start(() => []);
    return this.#ask(this.#reader, (watchdog) => watchdog.request(request, signal, progress));
  }

  /** Sends a request about the current open texts to the engine for such requests, which may come in bursts. */
  requestFollowing<Request extends EngineRequest>(
    request: Request,
    signal: AbortSignal,
    progress: Progress = () => {},
  ): Promise<EngineAnswer<Request['method']>> {
    if (this.#follower.watchdog) this.#follow(this.#follower.watchdog);
    else {
      this.#followed.clear();
      for (const text of this.#texts()) this.#followed.set(text, text.version);
      this.#follower.watchdog = this.#start(() => [...this.#followed.keys()]);
    }
    return this.#ask(this.#follower, (watchdog) => watchdog.request(request, signal, progress));
  }

  /** Sends an engine the changes since its last request. */
  #follow(watchdog: Watchdog): void {
    this.#closeGone(watchdog);
    for (const text of this.#texts()) {
      const last = this.#followed.get(text);
      if (last === text.version) continue;
      if (last !== undefined) watchdog.closed(text.uri);
      this.#followed.set(text, text.version);
      watchdog.opened(text);
    }
  }

  #closeGone(watchdog: Watchdog): void {
    const open = new Set(this.#texts());
    for (const text of [...this.#followed.keys()]) {
      if (open.has(text)) continue;
      this.#followed.delete(text);
      watchdog.closed(text.uri);
    }
  }

  async #ask<T>(kept: KeptEngine, work: (watchdog: Watchdog) => Promise<T>): Promise<T> {
    clearTimeout(kept.idle);
    kept.requests++;
    try {
      return await work(kept.watchdog!);
    } finally {
      kept.requests--;
      if (kept.requests === 0) kept.idle = setTimeout(() => this.#rest(kept), idleTime).unref();
    }
  }

  dispose(): void {
    for (const { idle } of [this.#reader, this.#follower]) clearTimeout(idle);
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

  #rest({ watchdog }: KeptEngine): void {
    if (watchdog) this.#end(watchdog);
  }

  #end(watchdog: Watchdog): void {
    for (const kept of [this.#reader, this.#follower])
      if (watchdog === kept.watchdog) kept.watchdog = undefined;
    this.#running.delete(watchdog);
    watchdog.dispose();
  }
}

/** These engines do not validate as users type; another one does. */
function quiet(configuration: Configuration): Configuration {
  return { ...configuration, debounce: 2 ** 31 - 1 };
}
