/**
 * Supervises work that may never end: shapes and data are untrusted, and one regular expression can hold a thread for
 * hours. Work that has a name, such as a constraint or a file that is read, may take as long as its budget. When it makes
 * no progress within it, the thread or process that does it is ended, and the next one leaves it out. Engine processes, the
 * threads of the command line and those of the library are supervised by these means.
 */

/** Work that can be left out. */
export interface WorkPiece {
  readonly key: string;
  /** How many budgets it may take. */
  readonly weight: number;
}

/** How long work may make no progress, in ms. */
export interface Patience {
  /** For each budget of a piece. */
  readonly budget: number;
  /** For anything else. */
  readonly unnamed: number;
}

/** While other work has the processors, stuck work is ended after this many times its limit of elapsed time. */
export const mostPatience = 12;

/** Work without a name may make no progress for this many times as long as a piece. */
export const timesUnnamed = 6;

/** What makes no progress. */
export type Stall =
  | {
      readonly kind: 'named';
      readonly key: string;
      /** How long it may take and has taken, in ms. */
      readonly ms: number;
    }
  | {
      readonly kind: 'unnamed';
      /** How long the wait was, in ms. */
      readonly ms: number;
    };

/** What can be seen of the work from outside. */
export interface Signs {
  /** What it is working on, if that has a name. */
  readonly piece: WorkPiece | undefined;
  /** How much of the time without progress counts, in ms. */
  readonly stalled: number;
  /** For how long there has been no progress, in ms; by default, all of it counts. */
  readonly still?: number;
  /** For how long it has not returned to its event loop, in ms, where that matters. */
  readonly blocked?: number;
}

/**
 * The work that is stuck, if any. Work that makes progress without returning to the event loop does not count as stuck for
 * that alone.
 */
export function findStall(
  { piece, stalled, still = stalled, blocked = 0 }: Signs,
  { budget, unnamed }: Patience,
): Stall | undefined {
  const { key, weight } = piece ?? { key: undefined, weight: 1 };
  if (key === undefined) return stalled >= unnamed ? { kind: 'unnamed', ms: still } : undefined;
  if (stalled >= budget * weight) return { kind: 'named', key, ms: budget * weight };
  return blocked >= unnamed * weight ? { kind: 'unnamed', ms: blocked } : undefined;
}

/** The keys of what is skipped because it got stuck. */
export class Quarantine {
  readonly #keys = new Set<string>();
  readonly #added: () => void;
  #stuck = 0;

  /** @param added is called after each new key. */
  constructor(added: () => void = () => {}) {
    this.#added = added;
  }

  get keys(): readonly string[] {
    return [...this.#keys];
  }

  /** Returns whether it was not skipped before. */
  add(key: string): boolean {
    if (this.#keys.has(key)) return false;
    this.#keys.add(key);
    this.#added();
    return true;
  }

  /** Adds what got stuck. After several such pieces, no more are tried that may take forever. */
  addStuck(key: string): boolean {
    if (!this.add(key)) return false;
    this.#stuck++;
    if (this.#stuck === mostStuck) this.add(endlessWork);
    return true;
  }

  clear(): void {
    this.#keys.clear();
    this.#stuck = 0;
  }
}

/** The key of all that may take forever, such as patterns that only V8 reads. */
export const endlessWork = 'what may take forever';

/** One file may have any number of pieces that never end, each of which takes its whole budget. */
const mostStuck = 6;

/** Decides when work that has crashed is started again. */
export class RestartLimit {
  readonly #max: number;
  #deaths: readonly number[] = [];

  /** @param max after how many crashes within a minute it is still restarted. */
  constructor(max: number) {
    this.#max = max;
  }

  /** Records a crash. Returns how many there were within a minute, and after how many ms to start again, if at all. */
  died(): { readonly count: number; readonly delay: number | undefined } {
    const now = performance.now();
    this.#deaths = [...this.#deaths.filter((time) => now - time < 60_000), now];
    const count = this.#deaths.length;
    if (count > this.#max) return { count, delay: undefined };
    return { count, delay: count === 1 ? 0 : 100 * 2 ** count };
  }

  clear(): void {
    this.#deaths = [];
  }
}

/** The part of a worker thread that supervision needs. */
export interface Thread<From, To> {
  on(event: 'message', listener: (message: From) => void): unknown;
  on(event: 'error', listener: (error: Error) => void): unknown;
  on(event: 'exit', listener: (code: number) => void): unknown;
  postMessage(message: To): void;
  terminate(): Promise<unknown>;
}

/** Reacts to what happens to a thread. It receives the functions that settle the work, as the executor of a promise does. */
export type Follow<From, End> = (
  end: (how: End) => void,
  fail: (reason: unknown) => void,
) => {
  received(message: From): void;
  failed(error: Error): void;
  /** The thread has ended before its work was done. */
  exited(code: number): void;
  /** Called every `lookInterval` ms. */
  look?(): void;
};

/** How often threads are checked, in ms. */
export const lookInterval = 250;

/**
 * How long a thread may take to end, in ms: one that waits for a drive which does not answer never does, and others may take
 * many seconds on a machine that is busy with other work.
 */
const endTime = 30_000;

/**
 * Follows a thread until its work has ended, and then ends the thread. What happens to the thread afterwards is ignored: it
 * may run out of memory after it has reported everything.
 *
 * @param signal ends the work, which rejects with its reason.
 * @param stuck is called when the thread does not end. Without it, the end of the thread is not awaited.
 */
export async function followThread<From, End>(
  thread: Thread<From, never>,
  follow: Follow<From, End>,
  { signal, stuck }: { readonly signal?: AbortSignal; readonly stuck?: () => void } = {},
): Promise<End> {
  let looking: ReturnType<typeof setInterval> | undefined;
  let abort = () => {};
  try {
    return await new Promise<End>((resolve, reject) => {
      let isOver = false;
      const ending =
        <T>(settle: (how: T) => void) =>
        (how: T) => {
          isOver = true;
          settle(how);
        };
      const listener = follow(ending(resolve), ending(reject));
      const whileFollowed =
        <T>(react: (what: T) => void) =>
        (what: T) => {
          if (!isOver) react(what);
        };
      abort = () => reject(signal?.reason);
      signal?.addEventListener('abort', abort);
      if (listener.look) looking = setInterval(() => listener.look?.(), lookInterval);
      thread.on(
        'message',
        whileFollowed((message: From) => listener.received(message)),
      );
      thread.on(
        'error',
        whileFollowed((error: Error) => listener.failed(error)),
      );
      thread.on(
        'exit',
        whileFollowed((code: number) => listener.exited(code)),
      );
    });
  } finally {
    clearInterval(looking);
    signal?.removeEventListener('abort', abort);
    const ending = thread.terminate();
    if (stuck) {
      const late = new Promise<'late'>((resolve) => setTimeout(resolve, endTime, 'late').unref());
      if ((await Promise.race([ending, late])) === 'late') stuck();
    }
  }
}
