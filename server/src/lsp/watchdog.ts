/**
 * Keeps an engine running. An engine that crashes is replaced, and so is one that does not get on: what it was
 * doing then is not done again, and the open texts are given to the next one. Everything else goes on as before.
 */
import type { TextDocumentContentChangeEvent } from 'vscode-languageserver';
import type { TextDocument } from 'vscode-languageserver-textdocument';
import type {
  Answers,
  EngineConfiguration,
  FromEngine,
  Heartbeat,
  Job,
  Question,
  Step,
  ToEngine,
} from '../engine/messages.ts';
import { type Complete, Completions } from './completions.ts';
import type { EngineStateParams } from './protocol.ts';

/** A running engine. */
export interface EngineProcess {
  send(message: ToEngine): void;
  /** Ends it, whatever it is doing; `exited` is told. */
  kill(): void;
}

/** What an engine process tells its keeper. */
export interface EngineListener {
  received(message: FromEngine): void;
  beat(heartbeat: Heartbeat): void;
  printed(line: string): void;
  /** With why, as half a sentence. */
  exited(reason: string): void;
}

export interface WatchdogListener {
  received(message: Extract<FromEngine, { kind: 'syntax' | 'validated' }>): void;
  stateChanged(state: EngineStateParams): void;
  /** A document is not given to the engine for this reason, or is again when undefined. */
  held(uri: string, reason: string | undefined): void;
  /** The engine asks a model. */
  readonly complete: Complete;
  /** What came of asking a model, for people to follow. */
  trace(text: string): void;
  log(level: 'error' | 'warn' | 'info', message: string): void;
}

export type Configuration = Omit<EngineConfiguration, 'quarantined'> & {
  /** How long a single constraint may take, in ms. */
  readonly timeout: number;
};

export interface WatchdogOptions {
  /** Texts that are longer, in UTF-16 units, are not given to the engine. */
  readonly maxTextLength: number;
  /** So many crashes within a minute are answered by a new start, the next one is not. */
  readonly maxCrashes: number;
  /** Work in which no constraint is evaluated may stand still this many times as long. */
  readonly patience: number;
}

export const defaultOptions: WatchdogOptions = {
  maxTextLength: 50 * 1024 * 1024,
  maxCrashes: 5,
  patience: 6,
};

interface Pending {
  readonly question: Question;
  readonly progress: Progress;
  readonly resolve: (answer: unknown) => void;
  readonly reject: (error: Error) => void;
}

/** Is told how far the answer to a question is. */
export type Progress = (message: string, step?: Step) => void;

/** The engine ended over a question, with why as half a sentence. */
export class EngineLostError extends Error {}

export class Watchdog {
  readonly #start: (listener: EngineListener) => EngineProcess;
  readonly #texts: () => readonly TextDocument[];
  readonly #listener: WatchdogListener;
  readonly #options: WatchdogOptions;
  readonly #completions: Completions;
  #engine: EngineProcess | undefined;
  /** The engine, from when it can take messages. */
  #ready: EngineProcess | undefined;
  #configuration: Configuration | undefined;
  #restartTimer: NodeJS.Timeout | undefined;
  #crashes: readonly number[] = [];
  #lastBeat: Heartbeat | undefined;
  /** What the last crashes in a row happened in. */
  #crashedIn: { readonly job: Job | undefined; readonly times: number } = { job: undefined, times: 0 };
  readonly #quarantined = new Set<string>();
  /** Why a document is held back, until its text changes. */
  readonly #held = new Map<string, string>();
  readonly #pending = new Map<number, Pending>();
  #lastId = 0;

  constructor(
    start: (listener: EngineListener) => EngineProcess,
    texts: () => readonly TextDocument[],
    listener: WatchdogListener,
    options: WatchdogOptions = defaultOptions,
  ) {
    this.#start = start;
    this.#texts = texts;
    this.#listener = listener;
    this.#options = options;
    this.#completions = new Completions(listener.complete);
  }

  /** Starts the first engine; it is given work from the first `configure` on. */
  start(): void {
    this.#listener.stateChanged({ state: 'starting' });
    this.#startEngine();
  }

  configure(configuration: Configuration): void {
    const last = this.#configuration;
    this.#configuration = configuration;
    if (JSON.stringify(configuration) === JSON.stringify(last)) return;
    if (!last && this.#ready) this.#replay();
    else this.#send(this.#configureMessage(configuration));
  }

  opened(text: TextDocument): void {
    if (this.#isHeld(text)) return;
    const { uri, version } = text;
    this.#send({ kind: 'open', uri, version, text: text.getText() });
  }

  changed(text: TextDocument, changes: readonly TextDocumentContentChangeEvent[]): void {
    const { uri, version } = text;
    if (this.#held.delete(uri)) {
      this.#listener.held(uri, undefined);
      this.opened(text);
    } else if (this.#isHeld(text)) {
      this.#send({ kind: 'close', uri });
    } else {
      this.#send({ kind: 'change', uri, version, changes });
    }
  }

  closed(uri: string): void {
    if (!this.#held.delete(uri)) this.#send({ kind: 'close', uri });
  }

  filesChanged(uris: readonly string[], comeOrGone: boolean): void {
    this.#send({ kind: 'filesChanged', uris, comeOrGone });
  }

  /** Asks the engine, waiting for it while it restarts. Rejects when it is stopped or gets lost over the question. */
  ask<Q extends Question>(
    question: Q,
    signal: AbortSignal,
    progress: Progress = () => {},
  ): Promise<Answers[Q['ask']]> {
    signal.throwIfAborted();
    if (!this.#engine && !this.#restartTimer) return Promise.reject(new Error('the engine is stopped'));
    const id = ++this.#lastId;
    return new Promise<unknown>((resolve, reject) => {
      this.#pending.set(id, { question, progress, resolve, reject });
      signal.addEventListener('abort', () => this.#cancel(id, signal), { once: true });
      this.#send({ kind: 'ask', id, question });
    }) as Promise<Answers[Q['ask']]>;
  }

  /** Starts a new engine that tries again what was given up on. */
  restart(): void {
    this.#quarantined.clear();
    for (const uri of [...this.#held.keys()]) this.#release(uri);
    this.#crashes = [];
    this.#replaceEngine('It was asked to.', 0);
  }

  /** Ends the engine for good. */
  dispose(): void {
    clearTimeout(this.#restartTimer);
    this.#restartTimer = undefined;
    this.#dropEngine('the server shuts down');
  }

  #startEngine(): void {
    this.#restartTimer = undefined;
    this.#lastBeat = undefined;
    const isCurrent = () => this.#engine === engine;
    const engine: EngineProcess = this.#start({
      received: (message) => isCurrent() && this.#received(message),
      beat: (heartbeat) => isCurrent() && this.#beat(heartbeat),
      printed: (line) => this.#listener.log('info', line),
      exited: (reason) => isCurrent() && this.#crashed(reason),
    });
    this.#engine = engine;
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
        void this.#completions.start(message.id, message.request, (reply) => this.#send(reply));
        break;
      case 'cancelCompletion':
        this.#completions.cancel(message.id);
        break;
      case 'trace':
        this.#listener.trace(message.text);
        break;
      case 'log':
        this.#listener.log(message.level, message.message);
        break;
      default:
        this.#listener.received(message);
    }
  }

  /** Gives a new engine all that the last one had, and the questions that came in the meantime. */
  #replay(): void {
    this.#send(this.#configureMessage(this.#configuration!));
    for (const text of this.#texts()) this.opened(text);
    for (const [id, { question }] of this.#pending) this.#send({ kind: 'ask', id, question });
  }

  #send(message: ToEngine): void {
    // What is sent earlier is part of the replay.
    if (this.#configuration) this.#ready?.send(message);
  }

  #configureMessage(configuration: Configuration): ToEngine {
    const { timeout: _, ...rest } = configuration;
    return { kind: 'configure', configuration: { ...rest, quarantined: [...this.#quarantined] } };
  }

  #beat(heartbeat: Heartbeat): void {
    this.#lastBeat = heartbeat;
    const { stalled, constraint, job } = heartbeat;
    const timeout = this.#configuration?.timeout ?? Number.POSITIVE_INFINITY;
    const limit = constraint === undefined ? timeout * this.#options.patience : timeout;
    if (stalled < limit) return;
    const seconds = `${Math.round(limit / 100) / 10} s`;
    if (constraint !== undefined) {
      this.#quarantined.add(constraint);
      this.#replaceEngine(
        `A constraint took longer than ${seconds} and is not checked any more: ${constraint}`,
        0,
      );
    } else {
      if (job)
        this.#hold(
          job,
          `SHACL Repair gave up on this file after ${seconds}. It tries again when it changes.`,
        );
      this.#replaceEngine(
        `It did not get on for ${seconds}${job ? ` with '${job.kind}' of ${job.uri}` : ''}.`,
        0,
      );
    }
  }

  #crashed(reason: string): void {
    const now = performance.now();
    this.#crashes = [...this.#crashes.filter((time) => now - time < 60_000), now];
    this.#suspect(this.#lastBeat?.job);
    const count = this.#crashes.length;
    if (count <= this.#options.maxCrashes) {
      this.#replaceEngine(`It stopped: ${reason}.`, count === 1 ? 0 : 100 * 2 ** count);
      return;
    }
    this.#dropEngine(reason);
    const message = `The SHACL engine stopped ${count} times within a minute and is not started again (${reason}). Run 'SHACL Repair: Restart Server' to try again.`;
    this.#listener.log('error', message);
    this.#listener.stateChanged({ state: 'stopped', message });
  }

  #replaceEngine(message: string, delay: number): void {
    this.#listener.log('warn', `The engine is restarted. ${message}`);
    this.#dropEngine('the engine is restarted');
    this.#listener.stateChanged({ state: 'restarting', message });
    clearTimeout(this.#restartTimer);
    this.#restartTimer = setTimeout(() => this.#startEngine(), delay);
  }

  /** Ends the engine, and with it the questions that it has: one of them may be what it got lost over. */
  #dropEngine(reason: string): void {
    const engine = this.#engine;
    this.#engine = undefined;
    this.#ready = undefined;
    engine?.kill();
    this.#completions.cancelAll();
    for (const id of [...this.#pending.keys()]) this.#settle(id)?.reject(new EngineLostError(reason));
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

  #isHeld(text: TextDocument): boolean {
    const length = text.getText().length;
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
  #suspect(job: Job | undefined): void {
    const last = this.#crashedIn;
    const again = job && job.kind === last.job?.kind && job.uri === last.job.uri;
    const times = again ? last.times + 1 : 1;
    this.#crashedIn = { job, times };
    if (job && times === 3) {
      this.#hold(job, 'SHACL Repair crashed three times over this file. It tries again when it changes.');
    }
  }

  /** Holds a document back when reading or validating it was what went wrong. */
  #hold(job: Job, reason: string): void {
    if (job.kind !== 'read' && job.kind !== 'validate') return;
    this.#held.set(job.uri, reason);
    this.#listener.held(job.uri, reason);
  }

  #release(uri: string): void {
    this.#held.delete(uri);
    this.#listener.held(uri, undefined);
  }
}
