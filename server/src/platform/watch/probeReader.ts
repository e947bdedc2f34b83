import { readdirSync, readFileSync } from 'node:fs';
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
  readonly #stalled: WorkTime;
  readonly #blocked: WorkTime;
  #job: { readonly number: number; readonly job: J } | undefined;
  #messages = 0;

  /**
   * @param interval how often it will look, in ms.
   * @param times what the thread's process has had, in ms.
   */
  constructor(memory: Int32Array, interval: number, times: ProcessTimes = timesOfProcess) {
    this.#memory = memory;
    this.#stalled = new WorkTime(interval, times);
    this.#blocked = new WorkTime(interval, times);
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
    const { still, counted } = this.#stalled.look([...seen, this.#messages].join(' '), rests);
    return {
      stalled: counted,
      still,
      blocked: this.#blocked.look(`${this.#memory[ticks]}`, rests).counted,
      piece: this.piece,
      document: this.#documents.get(this.#memory[document]!),
      job: this.#job?.number === this.#memory[job] ? this.#job?.job : undefined,
      step: this.#steps.get(this.#memory[step]!),
    };
  }
}

/** What a process has had so far, in ms of all its threads. */
export interface ProcessTimes {
  readonly cpu: () => number;
  /** How long they were ready and had no processor; 0 where the system does not tell. */
  readonly queued: () => number;
}

const timesOfProcess: ProcessTimes = {
  cpu() {
    const { user, system } = process.cpuUsage();
    return (user + system) / 1000;
  },
  queued() {
    const threads = '/proc/self/task';
    try {
      const waits = readdirSync(threads).map((id) => {
        const [, wait] = readFileSync(`${threads}/${id}/schedstat`, 'utf8').split(' ');
        return Number(wait) / 1e6;
      });
      return waits.reduce((sum, wait) => sum + wait, 0) || 0;
    } catch {
      // Only Linux has it, and a thread may have ended meanwhile.
      return 0;
    }
  },
};

/**
 * Measures how long something has stayed unchanged, and how much of that counts: while other processes use the processors, a
 * thread is not stuck. A thread that used hardly any CPU time, and was not ready for more, waits for something that does not
 * arrive, so all of the time counts.
 */
class WorkTime {
  readonly #still: StillTime;
  readonly #times: ProcessTimes;
  #cpuBefore = 0;
  /** How long it had waited for a processor when that was asked first, and how long since then. */
  #queued: { readonly before: number; readonly since: number; readonly nextAt: number } | undefined;

  constructor(interval: number, times: ProcessTimes) {
    this.#still = new StillTime(interval);
    this.#times = times;
  }

  look(seen: string, rests: boolean): { readonly still: number; readonly counted: number } {
    const still = this.#still.look(seen, rests);
    const cpu = this.#times.cpu();
    if (still === 0) {
      this.#cpuBefore = cpu;
      this.#queued = undefined;
    }
    const used = cpu - this.#cpuBefore;
    const queued = this.#queuedAt(still);
    const isWaiting = used < still * leastShare && queued < still * leastQueued;
    return { still, counted: isWaiting ? still : Math.max(Math.min(used, still), still / mostPatience) };
  }

  #queuedAt(still: number): number {
    if (still < (this.#queued?.nextAt ?? askingInterval)) return this.#queued?.since ?? 0;
    const now = this.#times.queued();
    const before = this.#queued?.before ?? now;
    this.#queued = { before, since: now - before, nextAt: still + askingInterval };
    return this.#queued.since;
  }
}

/** How long to do without asking how long threads waited, in ms of no progress: it takes time as well. */
const askingInterval = 1000;

/** Checking takes about 0.2 % of a processor. */
const leastShare = 0.01;

/** The thread that checks has to wait for a processor, too, but not for most of the time. */
const leastQueued = 0.5;

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
