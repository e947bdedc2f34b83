/**
 * Records what the engine is doing. The main thread writes it into a few cells of shared memory, which costs very
 * little. The monitor thread (monitor.ts) reads the cells and informs the lsp process, even while a regular expression
 * blocks the main thread for hours.
 */
import type { Constraint } from '../../shacl/model/shape.ts';
import type { EvaluationProbe, WorkProbe } from '../../shacl/watch.ts';

/**
 * The cells, as indexes into an Int32Array. A cell for a name holds the number of the name, or 0. `called` is written by the
 * monitor: 1 when others wait for what the main thread does.
 */
export const cells = { moves: 0, ticks: 1, suspect: 2, document: 3, job: 4, step: 5, called: 6 } as const;
export const cellCount = 7;

/** A job of the engine, and the file it works on. */
export interface Activity {
  readonly kind: string;
  readonly uri: string;
}

/** What the main thread posts to its monitor before it writes the number into a cell. */
export type Name<J extends Activity = Activity> =
  | { readonly kind: 'suspect'; readonly number: number; readonly key: string; readonly weight: number }
  | { readonly kind: 'document'; readonly number: number; readonly uri: string }
  | { readonly kind: 'job'; readonly number: number; readonly job: J }
  | { readonly kind: 'step'; readonly number: number; readonly step: string };

/** Records what the engine is doing, for its monitor. */
export class Probe<J extends Activity = Activity> implements WorkProbe {
  /** How long a piece of work may take, in ms. */
  patience?: number;
  readonly #cells: Int32Array;
  readonly #name: (name: Name<J>) => void;
  readonly #keyOf: (constraint: Constraint) => string;
  readonly #numbersByKey = new Map<string, number>();
  /** For each constraint object: building its key, a text, for each value that is judged would cost too much. */
  readonly #numbers = new WeakMap<Constraint, number>();
  readonly #documentNumbers = new Map<string, number>();
  #jobs: { readonly number: number; readonly job: J }[] = [];
  #lastJob = 0;
  #lastStep = 0;
  #ticking: NodeJS.Timeout | undefined;

  /** @param name informs the monitor which name a number stands for. */
  constructor(memory: Int32Array, name: (name: Name<J>) => void, keyOf: (constraint: Constraint) => string) {
    this.#cells = memory;
    this.#name = name;
    this.#keyOf = keyOf;
  }

  numberOf(constraint: Constraint): number {
    let number = this.#numbers.get(constraint);
    if (number === undefined) {
      number = this.numberOfWork(this.#keyOf(constraint), 1);
      this.#numbers.set(constraint, number);
    }
    return number;
  }

  numberOfWork(key: string, weight: number): number {
    let number = this.#numbersByKey.get(key);
    if (number === undefined) {
      number = this.#numbersByKey.size + 1;
      this.#numbersByKey.set(key, number);
      this.#name({ kind: 'suspect', number, key, weight });
    }
    return number;
  }

  enter(number: number): number {
    const before = this.#cells[cells.suspect]!;
    this.#cells[cells.suspect] = number;
    this.#cells[cells.document] = 0;
    this.#cells[cells.moves]!++;
    return before;
  }

  worked(): number {
    const { user, system } = process.cpuUsage();
    return (user + system) / 1000;
  }

  leave(before: number): void {
    this.#cells[cells.suspect] = before;
    this.#cells[cells.moves]!++;
  }

  /** Whether others wait for what is being done, as is told once each time. */
  takeCall(): boolean {
    if (Atomics.exchange(this.#cells, cells.called, 0) === 0) return false;
    // What hears it gets on.
    this.#cells[cells.ticks]!++;
    return true;
  }

  step(step: string): void {
    const number = ++this.#lastStep;
    this.#name({ kind: 'step', number, step });
    this.#cells[cells.step] = number;
  }

  /** Jobs take turns, so each one states its document again when it continues. */
  about(uri: string): EvaluationProbe {
    let number = this.#documentNumbers.get(uri);
    if (number === undefined) {
      number = this.#documentNumbers.size + 1;
      this.#documentNumbers.set(uri, number);
      this.#name({ kind: 'document', number, uri });
    }
    const document = number;
    return {
      ...(this.patience !== undefined && { patience: this.patience }),
      numberOf: (constraint) => this.numberOf(constraint),
      numberOfWork: (key, weight) => this.numberOfWork(key, weight),
      worked: () => this.worked(),
      enter: (entered) => {
        const before = this.enter(entered);
        this.#cells[cells.document] = document;
        return before;
      },
      leave: (before) => this.leave(before),
    };
  }

  /** Runs asynchronous work as part of a job. */
  async during<T>(job: J, work: () => Promise<T>): Promise<T> {
    const number = this.#start(job);
    try {
      return await work();
    } finally {
      this.#end(number);
    }
  }

  /** Runs synchronous work as part of a job. */
  duringSync<T>(job: J, work: () => T): T {
    const number = this.#start(job);
    try {
      return work();
    } finally {
      this.#end(number);
    }
  }

  #start(job: J): number {
    const number = ++this.#lastJob;
    this.#name({ kind: 'job', number, job });
    this.#jobs.push({ number, job });
    this.#cells[cells.job] = number;
    this.#ticking ??= setInterval(() => this.#cells[cells.ticks]!++, 50);
    return number;
  }

  #end(number: number): void {
    this.#jobs = this.#jobs.filter((job) => job.number !== number);
    const last = this.#jobs.at(-1);
    this.#cells[cells.job] = last?.number ?? 0;
    if (last) {
      // The monitor knows one job by name, and this one may have started before the one that has ended.
      this.#name({ kind: 'job', ...last });
      return;
    }
    clearInterval(this.#ticking);
    this.#ticking = undefined;
    // Aborted work may not have left the constraints it entered.
    this.#cells[cells.suspect] = 0;
    this.#cells[cells.document] = 0;
  }
}
