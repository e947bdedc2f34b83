/**
 * Finds out from shared memory that the thread of a command makes no progress. A constraint, or a file that is read, may
 * take as long as its budget. Other work may take longer, and even longer if long texts were read. A thread makes progress
 * as long as it enters a constraint or a file, prints something, or returns to its event loop, as it does while it waits.
 */
import { patience } from '../../platform/reading/patience.ts';
import { cells, type Name } from '../../platform/watch/probe.ts';

export type Stall =
  /** A constraint, or a file that is read: it can be left out. */
  | { readonly kind: 'named'; readonly key: string }
  /** Anything else, after so many ms, in the step that was announced last. */
  | { readonly kind: 'unnamed'; readonly step: string | undefined; readonly ms: number };

/** The rest of what a piece may take is for noticing that it is stuck, and for starting over without it. */
const shareOfPiece = 0.8;

/** Work without a name of its own may make no progress for this many times as long. */
const timesUnnamed = 6;

export class StallWatch {
  readonly #memory: Int32Array;
  readonly #interval: number;
  readonly #suspects = new Map<number, { readonly key: string; readonly weight: number }>();
  readonly #steps = new Map<number, string>();
  /** How many budgets reading may take beyond the first of each file: what is done with long texts takes time as well. */
  #longTexts = 0;
  #messages = 0;
  #seen = '';
  #stalled = 0;

  /** @param interval how often it will look, in ms. */
  constructor(memory: Int32Array, interval: number) {
    this.#memory = memory;
    this.#interval = interval;
  }

  /** Is told what a number in the memory stands for. */
  name(name: Name): void {
    if (name.kind === 'suspect') {
      this.#suspects.set(name.number, name);
      this.#longTexts += name.weight - 1;
    } else if (name.kind === 'step') {
      this.#steps.set(name.number, name.step);
    }
  }

  /** The thread has sent something. */
  heard(): void {
    this.#messages++;
  }

  /** The constraint or file that the thread is at. */
  get at(): string | undefined {
    return this.#suspects.get(this.#memory[cells.suspect]!)?.key;
  }

  /** What the thread is stuck at, if it is. */
  look(): Stall | undefined {
    const { moves, ticks, suspect: inName, step: inStep } = cells;
    const seen = [moves, ticks, inName, inStep].map((cell) => this.#memory[cell]).concat(this.#messages);
    // Counted in checks and not by the clock, so that a thread does not look stuck after the machine was suspended.
    this.#stalled = seen.join(' ') === this.#seen ? this.#stalled + this.#interval : 0;
    this.#seen = seen.join(' ');
    const suspect = this.#suspects.get(this.#memory[inName]!);
    if (suspect) {
      const isStuck = this.#stalled >= shareOfPiece * patience * suspect.weight;
      return isStuck ? { kind: 'named', key: suspect.key } : undefined;
    }
    if (this.#stalled < patience * (timesUnnamed + this.#longTexts)) return undefined;
    return { kind: 'unnamed', step: this.#steps.get(this.#memory[inStep]!), ms: this.#stalled };
  }
}
