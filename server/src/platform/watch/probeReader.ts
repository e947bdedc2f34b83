import { mostPatience, type Signs, type WorkPiece } from '../../base/supervision.ts';
import { type Activity, cells, type Name } from './probe.ts';

/** What the thread that writes the cells of a probe is doing. */
export interface ProbeObservation<J extends Activity> extends Signs {
  readonly still: number;
  readonly blocked: number;
  /** The document that the piece is for. */
  readonly document: string | undefined;
  readonly job: J | undefined;
  readonly step: string | undefined;
}

/** Reads the cells of a probe at intervals, even while the thread that writes them is stuck. */
export class ProbeReader<J extends Activity = Activity> {
  readonly #memory: Int32Array;
  readonly #pieces = new Map<number, WorkPiece>();
  readonly #documents = new Map<number, string>();
  readonly #steps = new Map<number, string>();
  readonly #stalled: StillTime;
  readonly #blocked: StillTime;
  readonly #cpuTime: () => number;
  /** The time of the processors when something moved last, and when messages could be heard last. */
  #cpuBefore = 0;
  #cpuUnblocked = 0;
  #job: { readonly number: number; readonly job: J } | undefined;
  #messages = 0;

  /**
   * @param interval how often it will look, in ms.
   * @param cpuTime the CPU time of the thread's process, in ms.
   */
  constructor(memory: Int32Array, interval: number, cpuTime: () => number = cpuTimeOfProcess) {
    this.#memory = memory;
    this.#cpuTime = cpuTime;
    this.#stalled = new StillTime(interval);
    this.#blocked = new StillTime(interval);
  }

  /** Receives what a number in the memory stands for. */
  name(name: Name<J>): void {
    switch (name.kind) {
      case 'suspect':
        this.#pieces.set(name.number, { key: name.key, weight: name.weight });
        break;
      case 'document':
        this.#documents.set(name.number, name.uri);
        break;
      case 'job':
        this.#job = name;
        break;
      case 'step':
        this.#steps.set(name.number, name.step);
    }
  }

  /** The thread has sent something, so it makes progress. */
  heard(): void {
    this.#messages++;
  }

  /** The constraint or file that the thread is at. */
  get piece(): WorkPiece | undefined {
    return this.#pieces.get(this.#memory[cells.suspect]!);
  }

  /** @param rests whether the thread has nothing to do, so that it may stay unchanged. */
  look(rests = false): ProbeObservation<J> {
    const { moves, ticks, suspect, document, job, step } = cells;
    const seen = [moves, ticks, suspect, job, step].map((cell) => this.#memory[cell]);
    const still = this.#stalled.look([...seen, this.#messages].join(' '), rests);
    const cpuTime = this.#cpuTime();
    if (still === 0) this.#cpuBefore = cpuTime;
    const blocked = this.#blocked.look(`${this.#memory[ticks]}`, rests);
    if (blocked === 0) this.#cpuUnblocked = cpuTime;
    return {
      stalled: workTime(still, cpuTime - this.#cpuBefore),
      still,
      blocked: workTime(blocked, cpuTime - this.#cpuUnblocked),
      piece: this.piece,
      document: this.#documents.get(this.#memory[document]!),
      job: this.#job?.number === this.#memory[job] ? this.#job?.job : undefined,
      step: this.#steps.get(this.#memory[step]!),
    };
  }
}

/** In ms, of all threads. */
function cpuTimeOfProcess(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

/**
 * How much of the time without progress counts: while other processes use the processors, a thread is not stuck. A thread
 * that used hardly any CPU time waits for something that does not arrive, so all of the time counts.
 */
function workTime(still: number, cpuTime: number): number {
  if (cpuTime < still * leastShare) return still;
  return Math.max(Math.min(cpuTime, still), still / mostPatience);
}

/** Checking takes about 0.2 % of a processor. */
const leastShare = 0.01;

/**
 * Measures how long something has stayed unchanged. It counts checks and does not read a clock, so that nothing seems stuck
 * after the machine was suspended.
 */
export class StillTime {
  readonly #interval: number;
  #seen: string | undefined;
  #still = 0;

  /** @param interval how often it will look, in ms. */
  constructor(interval: number) {
    this.#interval = interval;
  }

  /** For how many ms it has been unchanged; 0 while it may stay unchanged. */
  look(seen: string, mayStay = false): number {
    this.#still = seen === this.#seen && !mayStay ? this.#still + this.#interval : 0;
    this.#seen = seen;
    return this.#still;
  }
}
