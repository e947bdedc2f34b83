/**
 * Keeps an engine running. An engine that crashes or makes no progress is replaced: the next one is given the open texts,
 * and skips what the last one was doing. Everything else continues as before.
 */
import type { TextDocumentContentChangeEvent } from 'vscode-languageserver';
import { findStall, Quarantine, RestartLimit, type Stall, timesUnnamed } from '../../../base/supervision.ts';
import type { OpenText } from '../../../base/textChange.ts';
import type { ModelRequest } from '../../../repair/llm/model/languageModel.ts';
import type { EngineStateParams } from '../../protocol/editor/protocol.ts';
import type {
  Completion,
  EngineActivity,
  EngineConfiguration,
  FromEngine,
  Heartbeat,
  StoreOutcome,
  StoreRequest,
  ToEngine,
  Validated,
} from '../../protocol/engine/messages.ts';
import type { AnswerStep, EngineAnswer, EngineRequest } from '../../protocol/engine/requests.ts';
import { type Complete, completionOf, PendingRequests } from './engineRequests.ts';

/** A running engine. */
export interface EngineProcess {
  send(message: ToEngine): void;
  /** Tells it that others wait, which it hears while it validates: what it was sent before comes first then. */
  call(): void;
  /** Ends it, whatever it is doing; `exited` is called. */
  kill(): void;
}

/** What an engine process sends to its watchdog. */
export interface EngineListener {
  received(message: FromEngine): void;
  beat(heartbeat: Heartbeat): void;
  printed(line: string): void;
  /** With the reason, as half a sentence. */
  exited(reason: string): void;
}

/** What an engine reports about a document without a request. */
export type DocumentNews = Extract<
  FromEngine,
  { readonly kind: 'syntax' | 'validated' | 'shapes' | 'hints' | 'labels' | 'dependencies' }
>;

export interface WatchdogListener {
  received(message: DocumentNews): void;
  stateChanged(state: EngineStateParams): void;
  /** Why a document is held back from the engine; undefined once the engine gets it again. */
  held(uri: string, reason: string | undefined): void;
  /**
   * The engine has read no messages for this many ms because of one document.
   * @param waiting who waits for other documents in the meantime, if anybody does.
   * @param budget how long the constraint that it evaluates, or the file that it reads, may take, in ms.
   */
  blocked?(by: EngineActivity, ms: number, waiting: Waiting | undefined, budget: number): void;
  /** The engine asks a model. */
  readonly complete: Complete;
  /** The engine wants to ask a store, or whether it may. */
  readonly askStore: (request: StoreRequest, signal: AbortSignal) => Promise<StoreOutcome>;
  /** The outcome of asking a model, for people to follow. */
  trace(text: string): void;
  log(level: 'error' | 'warn' | 'info', message: string): void;
}

export type Configuration = Omit<EngineConfiguration, 'quarantined'>;

/** Who waits for the engine: a user who types or sends a request, or a document that was opened. */
export type Waiting = 'user' | 'opened';

/** How long no engine is started after too many crashes, in ms. */
const pause = 60_000;

/** What an engine does with an open document: validates it; only has it for the links of others; does not get it. */
export type DocumentRole = 'own' | 'guest' | 'withheld';

export interface WatchdogOptions {
  /** Texts that are longer, in UTF-16 units, are not given to the engine. */
  readonly maxTextLength: number;
  /** After this many crashes within a minute a new engine is started; after one more, only after a minute. */
  readonly maxCrashes: number;
  /** Work without a name of its own may make no progress for this many times as long as a constraint. */
  readonly patience: number;
  readonly roleOf: (uri: string) => DocumentRole;
  /**
   * Whether, once one was lost, the next engine reads and validates what is open while nobody waits, so that it can take
   * over immediately.
   */
  readonly keepsNext?: true;
}

export const defaultOptions: WatchdogOptions = {
  maxTextLength: 50 * 1024 * 1024,
  maxCrashes: 5,
  patience: timesUnnamed,
  roleOf: () => 'own',
};

/** A request that is not answered yet. */
export interface Pending {
  readonly request: EngineRequest;
  readonly signal: AbortSignal;
  readonly progress: Progress;
  readonly resolve: (answer: unknown) => void;
  readonly reject: (error: Error) => void;
}

/** How long an engine that was started in advance is kept after it was last likely to be needed, in ms. */
const spareTime = 30_000;
/** For how long nobody has to wait before the next engine reads what is open, in ms. */
const readsAheadAfter = 2000;
/** Texts that are longer together, in UTF-16 units, are not given to two engines. */
const spareTextLength = 5_000_000;

/** The next engine, started before it is needed. */
interface Spare {
  readonly engine: EngineProcess;
  /**
   * The document that the last engine is stuck at. The next one does not get it before it is needed, and gets no text
   * before something is stuck.
   */
  besides: string | undefined;
  state: 'starting' | 'running' | 'has the texts';
  /** Whether it has what is open even though nothing is stuck. */
  isAhead: boolean;
  /** The open documents that it was given. */
  readonly given: Set<string>;
  /**
   * What it has to know. It is sent when nobody waits, or when something is stuck: until then, a newer text may be what
   * never ends.
   */
  behind: ToEngine[];
  /** Its reports, kept until it is needed: of each kind the last one about each document. */
  readonly said: Map<string, FromEngine>;
}

/** Receives the progress of a request. */
export type Progress = (message: string, step?: AnswerStep) => void;

/** The engine ended over a request, with the reason as a clause. */
export class EngineLostError extends Error {}

export class Watchdog {
  readonly #start: (listener: EngineListener) => EngineProcess;
  readonly #texts: () => readonly OpenText[];
  readonly #listener: WatchdogListener;
  readonly #options: WatchdogOptions;
  readonly #completions: PendingRequests<ModelRequest, Completion>;
  readonly #stores: PendingRequests<StoreRequest, StoreOutcome>;
  #engine: EngineProcess | undefined;
  /** The engine, once it can take messages. */
  #ready: EngineProcess | undefined;
  #configuration: Configuration | undefined;
  #restartTimer: NodeJS.Timeout | undefined;
  /** Whether it crashed too often, so that no engine is started for a while. */
  #isPaused: boolean = false;
  #lastBeat: Heartbeat | undefined;
  /** What the engine was doing in the last crashes in a row. */
  #crashedIn: { readonly job: EngineActivity | undefined; readonly times: number } = {
    job: undefined,
    times: 0,
  };
  /** The work that engines got stuck at, here or elsewhere. */
  readonly #quarantine: Quarantine;
  readonly #restartLimit: RestartLimit;
  /** Why a document is held back, until its text changes. */
  readonly #held = new Map<string, string>();
  readonly #pending = new Map<number, Pending>();
  /** The documents whose newest text has not been validated yet, and who waits for that. */
  readonly #awaited = new Map<string, Waiting>();
  /** The last reported dependencies of documents. */
  readonly #dependencies = new Map<string, readonly string[]>();
  /** A document of another engine that this one gets only after the documents that others wait for are validated. */
  #later: string | undefined;
  #spare: Spare | undefined;
  #spareTimer: NodeJS.Timeout | undefined;
  #aheadTimer: NodeJS.Timeout | undefined;
  /** Whether an engine was lost while reading ahead, so that none does so again. */
  #isSpareLost: boolean = false;
  /** Whether an engine was lost since the start: if none was, a second one that follows each edit is not needed. */
  #hasLostOne: boolean = false;
  #lastId = 0;

  /** @param quarantine what engines skip; it may be shared with those of another watchdog. */
  constructor(
    start: (listener: EngineListener) => EngineProcess,
    texts: () => readonly OpenText[],
    listener: WatchdogListener,
    options: WatchdogOptions = defaultOptions,
    quarantine: Quarantine = new Quarantine(),
  ) {
    this.#start = start;
    this.#texts = texts;
    this.#listener = listener;
    this.#options = options;
    this.#quarantine = quarantine;
    this.#restartLimit = new RestartLimit(options.maxCrashes);
    this.#completions = new PendingRequests((request, signal) =>
      completionOf(listener.complete, request, signal),
    );
    this.#stores = new PendingRequests(listener.askStore);
  }

  /** Starts the first engine; it gets work after the first `configure`. */
  start(): void {
    this.#listener.stateChanged({ state: 'starting' });
    this.#startEngine();
  }

  configure(configuration: Configuration): void {
    const last = this.#configuration;
    this.#configuration = configuration;
    if (JSON.stringify(configuration) === JSON.stringify(last)) return;
    if (!last && this.#ready) this.#replay();
    else this.#tell(this.#configureMessage(configuration));
  }

  opened(text: OpenText): void {
    const role = this.#options.roleOf(text.uri);
    if (role === 'withheld' || this.#isHeld(text)) return;
    if (role === 'own') this.#awaited.set(text.uri, 'opened');
    this.#tell(openMessage(text, role));
  }

  changed(text: OpenText, changes: readonly TextDocumentContentChangeEvent[]): void {
    const { uri, version } = text;
    const role = this.#options.roleOf(uri);
    if (role === 'withheld') return;
    // It is given with its newest text.
    if (uri === this.#later) return;
    if (role === 'own') this.#awaited.set(uri, 'user');
    if (this.#held.delete(uri)) {
      this.#listener.held(uri, undefined);
      this.opened(text);
    } else if (this.#isHeld(text)) {
      this.#awaited.delete(uri);
      this.#tell({ kind: 'close', uri });
    } else {
      this.#tell({ kind: 'change', uri, version, changes });
    }
  }

  closed(uri: string): void {
    this.#awaited.delete(uri);
    this.#dependencies.delete(uri);
    if (uri === this.#later) this.#later = undefined;
    if (!this.#held.delete(uri)) this.#tell({ kind: 'close', uri });
    if (this.#spare?.besides === uri) this.#dropSpare();
  }

  filesChanged(uris: readonly string[], addedOrRemoved: boolean): void {
    this.#tell({ kind: 'filesChanged', uris, addedOrRemoved });
  }

  /** Asks stores again, because the user wants that or has allowed another store. */
  forgetStores(): void {
    this.#tell({ kind: 'forgetStores' });
  }

  /** Asks the engine, waiting for it while it restarts. Rejects when it is stopped or lost during the request. */
  request<Request extends EngineRequest>(
    request: Request,
    signal: AbortSignal,
    progress: Progress = () => {},
  ): Promise<EngineAnswer<Request['method']>> {
    signal.throwIfAborted();
    if (!this.#engine && (this.#isPaused || !this.#restartTimer))
      return Promise.reject(new Error('the engine is stopped'));
    const id = ++this.#lastId;
    const cancel = () => this.#cancel(id, signal);
    const answer = new Promise<unknown>((resolve, reject) => {
      this.#pending.set(id, { request, signal, progress, resolve, reject });
      signal.addEventListener('abort', cancel, { once: true });
      this.#send({ kind: 'request', id, request });
    }) as Promise<EngineAnswer<Request['method']>>;
    // Some signals belong to many requests.
    const forget = () => signal.removeEventListener('abort', cancel);
    answer.then(forget, forget);
    return answer;
  }

  /**
   * Starts the next engine in advance, because it may be needed soon.
   * @param besides the document that this engine is stuck at. The next one then reads and validates what else is open, unless that is
   *   large, so that its results are ready when this one is given up.
   */
  prepare(besides?: string): void {
    if (!this.#engine) return;
    if (besides && this.#spare?.besides && this.#spare.besides !== besides) this.#dropSpare();
    const spare = this.#startSpare();
    // Its time counts from the last sign of life.
    if (!besides && spare.besides) return;
    clearTimeout(this.#spareTimer);
    if (besides || !spare.isAhead) this.#spareTimer = setTimeout(() => this.#dropSpare(), spareTime).unref();
    if (!besides || spare.besides) return;
    spare.besides = besides;
    if (spare.state === 'has the texts') this.#catchUp(spare);
    else this.#giveTexts(spare);
  }

  #startSpare(): Spare {
    this.#spare ??= {
      engine: this.#process(),
      besides: undefined,
      state: 'starting',
      isAhead: false,
      given: new Set(),
      behind: [],
      said: new Map(),
    };
    return this.#spare;
  }

  /** Lets the next engine read what is open, once nobody has waited for a while. */
  #readAheadSoon(): void {
    clearTimeout(this.#aheadTimer);
    if (this.#options.keepsNext && this.#hasLostOne && !this.#isSpareLost)
      this.#aheadTimer = setTimeout(() => this.#readAhead(), readsAheadAfter).unref();
  }

  #readAhead(): void {
    const isBusy = !this.#ready || this.#awaited.size > 0 || this.#pending.size > 0;
    if (isBusy || this.#spare?.besides || !this.#mayGiveTexts()) return;
    const spare = this.#startSpare();
    spare.isAhead = true;
    clearTimeout(this.#spareTimer);
    if (spare.state === 'has the texts') this.#catchUp(spare);
    else this.#giveTexts(spare);
  }

  /**
   * Sends an engine that has read ahead what it does not know yet, except for the document at which the last engine got
   * stuck.
   */
  #catchUp(spare: Spare): void {
    const { besides, behind } = spare;
    spare.behind = [];
    // What it has reported about texts was reported by the last one, too.
    for (const [key, message] of spare.said)
      if ('uri' in message && message.kind !== 'dependencies') spare.said.delete(key);
    const keys = this.#quarantine.keys;
    if (keys.length > 0) spare.engine.send({ kind: 'skip', quarantined: keys });
    const isKept = (uri: string) => uri === besides || this.#held.has(uri);
    for (const uri of [...spare.given]) if (isKept(uri)) this.#tellSpare(spare, { kind: 'close', uri });
    for (const message of behind)
      if (!('uri' in message) || !isKept(message.uri)) this.#tellSpare(spare, message);
  }

  #tellSpare({ engine, given }: Spare, message: ToEngine): void {
    if (message.kind === 'open') given.add(message.uri);
    if (message.kind === 'close' && !given.delete(message.uri)) return;
    engine.send(message);
  }

  /**
   * Starts a new engine after the roles have changed, which drops what this one is doing for a document. All requests are
   * sent again, except those about the document.
   * @returns the requests about the document.
   */
  startOver(uri: string): readonly Pending[] {
    const about = this.#settleAbout(uri);
    // One that has this document would get stuck as well.
    if (this.#spare?.state === 'has the texts' && this.#spare.besides !== uri) this.#dropSpare();
    this.#endEngine();
    clearTimeout(this.#restartTimer);
    this.#startEngine();
    return about;
  }

  /**
   * Makes the engine drop what it is doing for a document after its role has changed, and go on with what others wait for, if it
   * hears that.
   * @returns the requests about the document.
   */
  letGo(text: OpenText): readonly Pending[] {
    const { uri } = text;
    const about = this.#settleAbout(uri, (id) => this.#send({ kind: 'cancel', id }));
    this.#tell({ kind: 'close', uri });
    this.opened(text);
    this.#ready?.call();
    return about;
  }

  /** @param cancel what the engine still has. */
  #settleAbout(uri: string, cancel?: (id: number) => void): readonly Pending[] {
    const about = [...this.#pending].filter(([, { request }]) => request.uri === uri);
    for (const [id] of about) {
      this.#settle(id);
      cancel?.(id);
    }
    this.#awaited.delete(uri);
    return about.map(([, pending]) => pending);
  }

  /** Sends a request that another engine could not answer. */
  takeOver({ request, progress, resolve, reject, signal }: Pending): void {
    this.request(request, signal, progress).then(resolve, reject);
  }

  /** Makes the engine skip what was added to the quarantine. */
  quarantined(): void {
    if (this.#configuration) this.#tell({ kind: 'skip', quarantined: this.#quarantine.keys });
  }

  /** Starts a new engine that drops what this one is doing, which took this many ms while other documents waited. */
  giveUp(job: EngineActivity, ms: number): void {
    const why = `SHACL Repair gave up on this file after ${seconds(ms)}, since others wait for it`;
    this.#listener.log('warn', `${why}: '${job.kind}' of ${job.uri}.`);
    this.#hold(job, `${why}. It tries again when it changes.`);
    for (const { reject } of this.startOver(job.uri)) reject(new EngineLostError('others waited for it'));
  }

  /** Starts a new engine that retries what was given up on. */
  restart(): void {
    this.#dropSpare();
    this.#isSpareLost = false;
    this.#quarantine.clear();
    for (const uri of [...this.#held.keys()]) this.#release(uri);
    this.#restartLimit.clear();
    this.#replaceEngine('It was asked to.', 0);
    this.#hasLostOne = false;
  }

  /** Ends the engine for good. */
  dispose(): void {
    clearTimeout(this.#restartTimer);
    clearTimeout(this.#aheadTimer);
    this.#restartTimer = undefined;
    this.#dropSpare();
    this.#dropEngine('the server shuts down');
  }

  #startEngine(): void {
    this.#restartTimer = undefined;
    this.#lastBeat = undefined;
    this.#later = undefined;
    const spare = this.#spare;
    this.#spare = undefined;
    clearTimeout(this.#spareTimer);
    this.#engine = spare?.engine ?? this.#process();
    if (spare?.state === 'running') this.#received({ kind: 'running' });
    else if (spare?.state === 'has the texts') this.#goOnWith(spare);
  }

  /** Switches to an engine that has read the texts. */
  #goOnWith(spare: Spare): void {
    this.#ready = spare.engine;
    if (!spare.besides) this.#catchUp(spare);
    this.#listener.stateChanged({ state: 'running' });
    for (const message of spare.said.values()) {
      // Results that rested on the file on disk are computed again.
      if (!('uri' in message) || !dependsOn(spare, message.uri)) this.#received(message);
    }
    this.#later = spare.besides;
    if (!spare.besides) {
      this.#sendPending();
      return;
    }
    const isLinked = [...this.#dependencies].some(
      ([uri, files]) => uri !== spare.besides && files.includes(spare.besides!),
    );
    // Reading it may take long as well, and hardly ever does a link lead to it.
    if (isLinked || this.#options.roleOf(spare.besides!) !== 'guest') this.#giveLater();
    else this.#giveLaterIfIdle();
    this.#sendPending();
  }

  #giveLaterIfIdle(): void {
    if (this.#awaited.size === 0) this.#giveLater();
  }

  #giveLater(): void {
    const text = this.#texts().find(({ uri }) => uri === this.#later);
    this.#later = undefined;
    if (text) this.opened(text);
  }

  /** Reports what somebody waits for, as found by the next engine, while this one is still stuck. */
  #tellAhead(spare: Spare, uri: string): void {
    const validated = spare.said.get(`validated ${uri}`);
    // What a result rests on is reported after it.
    if (validated?.kind !== 'validated' || !spare.said.has(`dependencies ${uri}`)) return;
    if (!this.#awaited.has(uri) || !this.#isNewest(validated) || dependsOn(spare, uri)) return;
    for (const [key, message] of spare.said) {
      if (!('uri' in message) || message.uri !== uri) continue;
      if (message.kind !== 'dependencies') spare.said.delete(key);
      this.#received(message);
    }
  }

  #spareReceived(spare: Spare, message: FromEngine): void {
    if (message.kind !== 'running') {
      const key = 'uri' in message ? `${message.kind} ${message.uri}` : `${message.kind} ${spare.said.size}`;
      // In the order in which they came.
      spare.said.delete(key);
      spare.said.set(key, message);
      if ('uri' in message) this.#tellAhead(spare, message.uri);
      return;
    }
    spare.state = 'running';
    if (spare.besides) this.#giveTexts(spare);
    else if (spare.isAhead) this.#readAhead();
  }

  #giveTexts(spare: Spare): void {
    if (spare.state !== 'running' || !this.#configuration || !this.#mayGiveTexts()) return;
    const texts = this.#texts();
    spare.state = 'has the texts';
    spare.engine.send(this.#configureMessage(this.#configuration));
    for (const text of texts) {
      const role = this.#options.roleOf(text.uri);
      if (text.uri === spare.besides || role === 'withheld' || this.#isHeld(text)) continue;
      this.#tellSpare(spare, openMessage(text, role));
    }
  }

  #mayGiveTexts(): boolean {
    return this.#texts().reduce((sum, { rope }) => sum + rope.length, 0) <= spareTextLength;
  }

  #process(): EngineProcess {
    const isCurrent = () => this.#engine === engine;
    const isSpare = () => this.#spare?.engine === engine;
    const engine: EngineProcess = this.#start({
      received: (message) => {
        if (isCurrent()) this.#received(message);
        else if (isSpare()) this.#spareReceived(this.#spare!, message);
      },
      beat: (heartbeat) => {
        if (isCurrent()) this.#beat(heartbeat);
        else if (isSpare() && this.#spare?.isAhead && this.#stallOf(heartbeat)) this.#loseSpare();
      },
      printed: (line) => this.#listener.log('info', line),
      exited: (reason) => {
        if (isCurrent()) this.#crashed(reason);
        else if (isSpare()) this.#loseSpare();
      },
    });
    return engine;
  }

  #loseSpare(): void {
    if (this.#spare?.isAhead) this.#isSpareLost = true;
    this.#dropSpare();
  }

  #dropSpare(): void {
    clearTimeout(this.#spareTimer);
    const spare = this.#spare;
    this.#spare = undefined;
    spare?.engine.kill();
  }

  #received(message: FromEngine): void {
    switch (message.kind) {
      case 'running':
        this.#ready = this.#engine;
        this.#listener.stateChanged({ state: 'running' });
        if (this.#configuration) this.#replay();
        break;
      case 'answer':
        this.#settle(message.id)?.resolve(message.answer);
        break;
      case 'failed':
        this.#settle(message.id)?.reject(new Error(message.message));
        break;
      case 'progress':
        this.#pending.get(message.id)?.progress(message.message, message.step);
        break;
      case 'complete':
        void this.#completions.start(message.id, message.request, (outcome) =>
          this.#send({ kind: 'completed', id: message.id, outcome }),
        );
        break;
      case 'cancelCompletion':
        this.#completions.cancel(message.id);
        break;
      case 'askStore':
        void this.#stores.start(message.id, message.request, (outcome) =>
          this.#send({ kind: 'storeAnswered', id: message.id, outcome }),
        );
        break;
      case 'cancelStore':
        this.#stores.cancel(message.id);
        break;
      case 'trace':
        this.#listener.trace(message.text);
        break;
      case 'log':
        this.#listener.log(message.level, message.message);
        break;
      case 'syntax':
        if (!message.isRdf) this.#awaited.delete(message.uri);
        this.#listener.received(message);
        break;
      case 'validated':
        if (this.#isNewest(message)) this.#awaited.delete(message.uri);
        this.#listener.received(message);
        if (this.#later !== undefined) this.#giveLaterIfIdle();
        if (this.#awaited.size === 0) this.#readAheadSoon();
        break;
      case 'dependencies':
        this.#dependencies.set(message.uri, message.files);
        this.#listener.received(message);
        break;
      default:
        this.#listener.received(message);
    }
  }

  /** The result may be about a text that has been edited since. */
  #isNewest({ uri, version }: Validated): boolean {
    const text = this.#texts().find((each) => each.uri === uri);
    return text === undefined || text.version === version;
  }

  /** Gives a new engine everything that the last one had, and the requests that came in the meantime. */
  #replay(): void {
    this.#send(this.#configureMessage(this.#configuration!));
    for (const text of this.#texts()) this.opened(text);
    this.#sendPending();
  }

  #sendPending(): void {
    for (const [id, { request }] of this.#pending) this.#send({ kind: 'request', id, request });
  }

  /** Sends what this engine and its successor have to know. */
  #tell(message: ToEngine): void {
    this.#send(message);
    const spare = this.#spare;
    if (spare?.state !== 'has the texts') return;
    if (!spare.besides) {
      // What is kept for it would grow with each edit, because long texts are not sent to it during pauses.
      if (this.#mayGiveTexts()) spare.behind.push(message);
      else this.#dropSpare();
    } else if (!('uri' in message) || message.uri !== spare.besides) this.#tellSpare(spare, message);
  }

  #send(message: ToEngine): void {
    // Messages that arrive before the engine is ready are sent by the replay.
    if (this.#configuration) this.#ready?.send(message);
  }

  #configureMessage(configuration: Configuration): ToEngine {
    return { kind: 'configure', configuration: { ...configuration, quarantined: this.#quarantine.keys } };
  }

  #beat(heartbeat: Heartbeat): void {
    this.#lastBeat = heartbeat;
    const { blocked, suspect, job } = heartbeat;
    const timeout = this.#configuration?.timeout ?? Number.POSITIVE_INFINITY;
    const stall = this.#stallOf(heartbeat);
    const time = stall && seconds(stall.ms);
    if (stall?.kind === 'named') {
      this.#replaceEngine(quarantineMessage(stall.key, time!), 0);
      this.#quarantine.addStuck(stall.key);
    } else if (stall) {
      const over = jobOf(heartbeat);
      if (over)
        this.#hold(over, `SHACL Repair gave up on this file after ${time}. It tries again when it changes.`);
      this.#replaceEngine(
        `It did not get on for ${time}${over ? ` with '${over.kind}' of ${over.uri}` : ''}.`,
        0,
      );
    } else if (job && blocked > 0) {
      const by = jobOf(heartbeat)!;
      const waiting = this.#waitingBeside(by.uri);
      this.#listener.blocked?.(by, blocked, waiting, timeout * (suspect?.weight ?? 1));
    }
  }

  #stallOf(heartbeat: Heartbeat): Stall | undefined {
    const timeout = this.#configuration?.timeout ?? Number.POSITIVE_INFINITY;
    const patience = { budget: timeout, unnamed: timeout * this.#options.patience };
    return findStall({ ...heartbeat, piece: heartbeat.suspect }, patience);
  }

  /** Who waits for something about another document. */
  #waitingBeside(uri: string): Waiting | undefined {
    const asked = [...this.#pending.values()].some(({ request }) => request.uri !== uri);
    if (asked) return 'user';
    const others = [...this.#awaited].filter(([other]) => other !== uri).map(([, waiting]) => waiting);
    return others.find((waiting) => waiting === 'user') ?? others[0];
  }

  #crashed(reason: string): void {
    const { count, delay } = this.#restartLimit.died();
    this.#suspect(this.#lastBeat && jobOf(this.#lastBeat));
    if (delay !== undefined) {
      this.#replaceEngine(`It stopped: ${reason}.`, delay);
      return;
    }
    this.#dropEngine(reason);
    // What is shown is withdrawn, and has to be found again.
    this.#dropSpare();
    const message = `The SHACL engine stopped ${count} times within a minute (${reason}). It is started again in a minute, or by 'SHACL Repair: Restart Server'.`;
    this.#listener.log('error', message);
    this.#listener.stateChanged({ state: 'stopped', message });
    this.#isPaused = true;
    clearTimeout(this.#restartTimer);
    this.#restartTimer = setTimeout(() => this.#replaceEngine('It was left alone for a minute.', 0), pause);
  }

  #replaceEngine(message: string, delay: number): void {
    this.#isPaused = false;
    this.#listener.log('warn', `The engine is restarted. ${message}`);
    this.#dropEngine('the engine is restarted');
    this.#listener.stateChanged({ state: 'restarting', message });
    clearTimeout(this.#restartTimer);
    this.#restartTimer = setTimeout(() => this.#startEngine(), delay);
  }

  /** Ends the engine, and with it the requests that it has: one of them may be the reason that it was lost. */
  #dropEngine(reason: string): void {
    this.#endEngine();
    for (const id of [...this.#pending.keys()]) this.#settle(id)?.reject(new EngineLostError(reason));
  }

  #endEngine(): void {
    const engine = this.#engine;
    if (engine) this.#hasLostOne = true;
    this.#engine = undefined;
    this.#ready = undefined;
    engine?.kill();
    this.#completions.cancelAll();
    this.#stores.cancelAll();
  }

  #cancel(id: number, signal: AbortSignal): void {
    const pending = this.#settle(id);
    if (!pending) return;
    this.#send({ kind: 'cancel', id });
    pending.reject(signal.reason);
  }

  #settle(id: number): Pending | undefined {
    const pending = this.#pending.get(id);
    this.#pending.delete(id);
    return pending;
  }

  #isHeld(text: OpenText): boolean {
    const length = text.rope.length;
    if (length > this.#options.maxTextLength && !this.#held.has(text.uri)) {
      const megabytes = (size: number) => Math.ceil(size / 1024 / 1024);
      const limit = megabytes(this.#options.maxTextLength);
      const reason = `This file is not checked: it has ${megabytes(length)} MB, and SHACL Repair reads files of up to ${limit} MB.`;
      this.#held.set(text.uri, reason);
      this.#listener.held(text.uri, reason);
    }
    return this.#held.has(text.uri);
  }

  /** A document over which engine after engine crashes is held back, so that the others can be checked. */
  #suspect(job: EngineActivity | undefined): void {
    const last = this.#crashedIn;
    const again = job && job.kind === last.job?.kind && job.uri === last.job.uri;
    const times = again ? last.times + 1 : 1;
    this.#crashedIn = { job, times };
    if (job && times === 3) {
      this.#hold(job, 'SHACL Repair crashed three times over this file. It tries again when it changes.');
    }
  }

  /** Holds a document back when reading or validating it went wrong. */
  #hold(job: EngineActivity, reason: string): void {
    if (job.kind !== 'read' && job.kind !== 'validate') return;
    this.#awaited.delete(job.uri);
    this.#held.set(job.uri, reason);
    this.#listener.held(job.uri, reason);
  }

  #release(uri: string): void {
    this.#held.delete(uri);
    this.#listener.held(uri, undefined);
  }
}

/** Whether the findings about a document rest on the one that the next engine did not get. */
function dependsOn({ said, besides }: Spare, uri: string): boolean {
  const dependencies = said.get(`dependencies ${uri}`);
  return dependencies?.kind === 'dependencies' && dependencies.files.includes(besides!);
}

function openMessage(text: OpenText, role: DocumentRole): ToEngine {
  const { uri, version } = text;
  return { kind: 'open', uri, version, text: text.getText(), isGuest: role === 'guest' };
}

/** What the engine is doing, for which document. */
function jobOf({ suspect, job }: Heartbeat): EngineActivity | undefined {
  // The activity that started last may wait while another one continues.
  if (job === undefined || suspect?.uri === undefined || suspect.uri === job.uri) return job;
  return { kind: 'validate', uri: suspect.uri };
}

function quarantineMessage(key: string, time: string): string {
  return key.startsWith('reading ')
    ? `${key} took longer than ${time}; the file is left out.`
    : `A constraint took longer than ${time} and is not checked any more: ${key}`;
}

function seconds(ms: number): string {
  return `${Math.round(ms / 100) / 10} s`;
}
