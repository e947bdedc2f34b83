/**
 * The engines that validate as users type. The main engine has all documents. When it gets stuck over one of them while
 * others wait, the document moves to a second engine, together with other documents of this kind, and the main engine is
 * called to continue with the others. Where it does not hear that, as in the middle of a regular expression, a new main engine
 * continues, which has read and validated the others in the meantime. Such documents can hold up only each
 * other, and no longer than a constraint may take. What one engine got stuck at, the other one leaves out too. Each engine
 * has the texts of all documents, because links may lead to them.
 */
import type { TextDocumentContentChangeEvent } from 'vscode-languageserver';
import { Quarantine } from '../../../base/supervision.ts';
import type { OpenText } from '../../../base/textChange.ts';
import type { EngineActivity } from '../../protocol/engine/messages.ts';
import type { EngineAnswer, EngineRequest } from '../../protocol/engine/requests.ts';
import type {
  Configuration,
  DocumentRole,
  EngineListener,
  EngineProcess,
  Pending,
  Progress,
  Waiting,
  WatchdogListener,
  WatchdogOptions,
} from './watchdog.ts';
import { defaultOptions, Watchdog } from './watchdog.ts';

/** How long others wait for a document before it gets another engine, in ms. */
const limits = { user: 300, opened: 2000 } as const satisfies Record<Waiting, number>;
/** How long others wait before the engine is called to let go of the document, in ms. */
const callsAfter = { user: 200, opened: 1500 } as const satisfies Record<Waiting, number>;
/** How long the engine is stuck before the next one reads the other texts ahead, in ms, by who waits for them. */
const startsAfter = { user: 0, opened: 300, nobody: 300 } as const satisfies Record<
  Waiting | 'nobody',
  number
>;
/** How long reading a text of a million characters may take in addition, in ms. */
const readingTime = 250;

/** The share of the processor that an engine gets while other processes need it as well. */
export type Priority = 'normal' | 'low';

/** How the engines treat a document that one of them got stuck over. */
type Apart = 'apart' | 'withheld from others';

export class Engines {
  readonly #main: Watchdog;
  readonly #createBeside: () => Watchdog;
  readonly #texts: () => readonly OpenText[];
  readonly #log: WatchdogListener['log'];
  readonly #apart = new Map<string, Apart>();
  /** The documents of which users are told that the second engine is paused, and those that it holds back anyway. */
  readonly #paused = new Set<string>();
  readonly #heldBeside = new Set<string>();
  readonly #held: WatchdogListener['held'];
  #beside: Watchdog | undefined;
  #configuration: Configuration | undefined;

  constructor(
    start: (listener: EngineListener, priority: Priority) => EngineProcess,
    texts: () => readonly OpenText[],
    listener: WatchdogListener,
    options: WatchdogOptions = defaultOptions,
  ) {
    this.#texts = texts;
    this.#log = (level, message) => listener.log(level, message);
    this.#held = (uri, reason) => listener.held(uri, reason);
    const quarantine = new Quarantine(() => {
      for (const watchdog of this.#all()) watchdog.quarantined();
    });
    this.#main = new Watchdog(
      (engine) => start(engine, 'normal'),
      texts,
      {
        ...listener,
        blocked: (by, ms, waiting) => this.#blocked(by, ms, waiting),
      },
      { ...options, roleOf: (uri) => this.#roleInMain(uri), keepsNext: true },
      quarantine,
    );
    this.#createBeside = () =>
      new Watchdog(
        (engine) => start(engine, 'low'),
        texts,
        {
          ...listener,
          // Users are shown the state of the main engine; of this one only, at its documents, that it is paused.
          stateChanged: ({ state, message }) => {
            if (state === 'stopped') this.#pauseBeside(message!);
            else if (state === 'running') this.#resumeBeside();
          },
          held: (uri, reason) => {
            if (reason === undefined) this.#heldBeside.delete(uri);
            else this.#heldBeside.add(uri);
            listener.held(uri, reason);
          },
          blocked: (by, ms, waiting, budget) => waiting && this.#blockedBeside(by, ms, budget),
        },
        { ...options, roleOf: (uri) => (this.#apart.has(uri) ? 'own' : 'guest') },
        quarantine,
      );
  }

  /** Starts the first engine; it gets work after the first `configure`. */
  start(): void {
    this.#main.start();
  }

  configure(configuration: Configuration): void {
    this.#configuration = configuration;
    for (const watchdog of this.#all()) watchdog.configure(configuration);
  }

  opened(text: OpenText): void {
    for (const watchdog of this.#all()) watchdog.opened(text);
    // The newest document is the one most likely to hold up others.
    if (this.#hasOthers(text.uri)) this.#main.prepare();
  }

  changed(text: OpenText, changes: readonly TextDocumentContentChangeEvent[]): void {
    for (const watchdog of this.#all()) watchdog.changed(text, changes);
  }

  closed(uri: string): void {
    for (const watchdog of this.#all()) watchdog.closed(uri);
    this.#paused.delete(uri);
    this.#heldBeside.delete(uri);
    if (this.#apart.delete(uri) && this.#apart.size === 0) this.#endBeside();
  }

  filesChanged(uris: readonly string[], addedOrRemoved: boolean): void {
    for (const watchdog of this.#all()) watchdog.filesChanged(uris, addedOrRemoved);
  }

  forgetStores(): void {
    for (const watchdog of this.#all()) watchdog.forgetStores();
  }

  /** Asks the engine that has the document. Rejects when the engine is stopped or lost during the request. */
  request<Request extends EngineRequest>(
    request: Request,
    signal: AbortSignal,
    progress?: Progress,
  ): Promise<EngineAnswer<Request['method']>> {
    const watchdog = this.#apart.has(request.uri) && this.#beside ? this.#beside : this.#main;
    return watchdog.request(request, signal, progress);
  }

  /** Starts a new engine that retries what was given up on, with all documents. */
  restart(): void {
    this.#apart.clear();
    this.#endBeside();
    this.#main.restart();
  }

  /** Ends the engines for good. */
  dispose(): void {
    this.#main.dispose();
    this.#endBeside();
  }

  #roleInMain(uri: string): DocumentRole {
    switch (this.#apart.get(uri)) {
      case undefined:
        return 'own';
      case 'apart':
        return 'guest';
      case 'withheld from others':
        return 'withheld';
    }
  }

  #blocked({ kind, uri }: EngineActivity, ms: number, waiting: Waiting | undefined): void {
    const text = this.#texts().find((each) => each.uri === uri);
    if (!text) return;
    if (this.#apart.get(uri) === 'withheld from others') return;
    // By the time it is needed, it has read and validated the others.
    if (this.#hasOthers(uri) && ms >= startsAfter[waiting ?? 'nobody']) this.#main.prepare(uri);
    if (!waiting) return;
    if (ms >= limits[waiting] + timeToRead(text, kind)) this.#setApart(text, kind);
    else if (kind === 'validate' && ms >= callsAfter[waiting] && !this.#apart.has(uri)) {
      this.#apart.set(uri, 'apart');
      this.#giveToBeside(text, this.#main.letGo(text));
    }
  }

  #hasOthers(uri: string): boolean {
    return this.#texts().some((each) => each.uri !== uri && !this.#apart.has(each.uri));
  }

  /** Documents in the second engine that block each other get no third engine. */
  #blockedBeside(job: EngineActivity, ms: number, budget: number): void {
    const text = this.#texts().find(({ uri }) => uri === job.uri);
    if (ms >= budget + (text ? timeToRead(text, job.kind) : 0)) this.#beside?.giveUp(job, ms);
  }

  #setApart(text: OpenText, kind: EngineActivity['kind']): void {
    const { uri } = text;
    const isAlready = this.#apart.has(uri);
    // A document that can't even be read is not given to the main engine again, not even for links.
    this.#apart.set(uri, kind === 'read' ? 'withheld from others' : 'apart');
    this.#giveToBeside(isAlready ? undefined : text, this.#main.startOver(uri));
  }

  /** @param text unless the second engine has it. */
  #giveToBeside(text: OpenText | undefined, pending: readonly Pending[]): void {
    if (text)
      this.#log('info', `${text.uri} is validated by a separate engine, because other files wait for it.`);
    if (!this.#beside) {
      this.#beside = this.#createBeside();
      this.#beside.start();
      if (this.#configuration) this.#beside.configure(this.#configuration);
    } else if (text) this.#giveTo(this.#beside, text);
    for (const each of pending) this.#takeOver(this.#beside, each);
  }

  /** Gives an engine a document that it has had only for links so far. */
  #giveTo(watchdog: Watchdog, text: OpenText): void {
    watchdog.closed(text.uri);
    watchdog.opened(text);
  }

  #takeOver(watchdog: Watchdog, pending: Pending): void {
    if (pending.signal.aborted) pending.reject(pending.signal.reason);
    else watchdog.takeOver(pending);
  }

  #endBeside(): void {
    this.#beside?.dispose();
    this.#beside = undefined;
    this.#resumeBeside();
    this.#heldBeside.clear();
  }

  #pauseBeside(message: string): void {
    for (const uri of this.#apart.keys()) {
      if (this.#heldBeside.has(uri)) continue;
      this.#paused.add(uri);
      this.#held(uri, message);
    }
  }

  #resumeBeside(): void {
    for (const uri of this.#paused) this.#held(uri, undefined);
    this.#paused.clear();
  }

  #all(): readonly Watchdog[] {
    return this.#beside ? [this.#main, this.#beside] : [this.#main];
  }
}

function timeToRead(text: OpenText, kind: EngineActivity['kind']): number {
  return kind === 'read' ? (text.rope.length / 1_000_000) * readingTime : 0;
}
