/**
 * How the engine can be caught in the act. Its main thread writes what it does into a few cells of shared memory,
 * which costs next to nothing; its monitor thread (monitor.ts) reads them and tells the lsp process, also while a
 * regular expression holds the main thread for hours.
 */
import type { EvaluationProbe } from '../shacl/evaluator.ts';
import type { Constraint } from '../shacl/shape.ts';
import type { Job } from './messages.ts';

/** The cells, as indexes into an Int32Array. A name's cell holds its number, 0 for none. */
export const cells = { moves: 0, ticks: 1, constraint: 2, job: 3 } as const;
export const cellCount = 4;

/** What the main thread posts to its monitor before it writes the number into a cell. */
export type Name =
  | { readonly kind: 'constraint'; readonly number: number; readonly key: string }
  | { readonly kind: 'job'; readonly number: number; readonly job: Job };

/** Says what the engine is doing, for its monitor to read. */
export class Probe implements EvaluationProbe {
  readonly #cells: Int32Array;
  readonly #name: (name: Name) => void;
  readonly #keyOf: (constraint: Constraint) => string;
  readonly #numbersByKey = new Map<string, number>();
  #jobs: number[] = [];
  #lastJob = 0;
  #ticking: NodeJS.Timeout | undefined;

  /** @param name tells the monitor what a number stands for. */
  constructor(memory: Int32Array, name: (name: Name) => void, keyOf: (constraint: Constraint) => string) {
    this.#cells = memory;
    this.#name = name;
    this.#keyOf = keyOf;
  }

  numberOf(constraint: Constraint): number {
    const key = this.#keyOf(constraint);
    let number = this.#numbersByKey.get(key);
    if (number === undefined) {
      number = this.#numbersByKey.size + 1;
      this.#numbersByKey.set(key, number);
      this.#name({ kind: 'constraint', number, key });
    }
    return number;
  }

  enter(constraint: number): number {
    const before = this.#cells[cells.constraint]!;
    this.#cells[cells.constraint] = constraint;
    this.#cells[cells.moves]!++;
    return before;
  }

  leave(before: number): void {
    this.#cells[cells.constraint] = before;
    this.#cells[cells.moves]!++;
  }

  /** Runs the work under the name of a job. */
  async during<T>(job: Job, work: () => Promise<T>): Promise<T> {
    const number = this.#start(job);
    try {
      return await work();
    } finally {
      this.#end(number);
    }
  }

  /** Runs work that does not wait for anything under the name of a job. */
  duringSync<T>(job: Job, work: () => T): T {
    const number = this.#start(job);
    try {
      return work();
    } finally {
      this.#end(number);
    }
  }

  #start(job: Job): number {
    const number = ++this.#lastJob;
    this.#name({ kind: 'job', number, job });
    this.#jobs.push(number);
    this.#cells[cells.job] = number;
    this.#ticking ??= setInterval(() => this.#cells[cells.ticks]!++, 50);
    return number;
  }

  #end(number: number): void {
    this.#jobs = this.#jobs.filter((job) => job !== number);
    this.#cells[cells.job] = this.#jobs.at(-1) ?? 0;
    if (this.#jobs.length > 0) return;
    clearInterval(this.#ticking);
    this.#ticking = undefined;
    // Work that was aborted may have entered constraints that it did not leave.
    this.#cells[cells.constraint] = 0;
  }
}
