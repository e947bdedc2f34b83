import type { LoadedCase } from '../vio/suite/readSuite.ts';
import type { Cell } from './runJson.ts';
import type { RepairSystem } from './systems/system.ts';
import { type Judging, runTrial, type Trial, type TrialKey, trialKey } from './trial.ts';

/** A system in a run, with what run.json says of it. */
export interface RunningCell extends Cell {
  readonly repair: RepairSystem;
}

/** What is to be done: all trials of a run, or a part of them. */
export interface Work {
  readonly cells: readonly RunningCell[];
  readonly cases: readonly LoadedCase[];
  readonly repeat: number;
}

export interface Recording {
  /** Keys of the trials that are recorded already. */
  readonly done: ReadonlySet<string>;
  /** Records a trial for good. Trials come one at a time, in the order in which they end. */
  readonly record: (trial: Trial) => Promise<void>;
  /** Trials at the same time, at least 1. */
  readonly concurrency: number;
}

/**
 * Runs all trials that are not recorded yet: case by case, so that systems share what a case takes to be made. Ends
 * with the first thing that keeps systems from being asked, when those that have begun are over; their trials are
 * recorded.
 *
 * @throws that, or the signal's reason when aborted.
 */
export async function runTrials(
  work: Work,
  judging: Judging,
  { done, record, concurrency }: Recording,
  signal: AbortSignal,
): Promise<void> {
  const trials = trialsOf(work);
  let stopped: { readonly error: unknown } | undefined;
  let written = Promise.resolve();
  const worker = async () => {
    // All workers take from the same list.
    for (const { key, cell, each } of trials) {
      if (stopped) return;
      if (done.has(trialKey(key))) continue;
      try {
        const trial = await runTrial(key, { each, system: cell.repair }, judging, signal);
        written = written.then(() => record(trial));
        await written;
      } catch (error) {
        stopped ??= { error };
      }
    }
  };
  await Promise.all(Array.from({ length: Math.max(1, concurrency) }, worker));
  if (stopped) throw stopped.error;
}

/** All trials of a piece of work, in the order in which they are begun. */
export function* trialsOf({ cells, cases, repeat }: Work): Generator<{
  readonly key: TrialKey;
  readonly cell: RunningCell;
  readonly each: LoadedCase;
}> {
  for (const each of cases) {
    for (let i = 1; i <= repeat; i++) {
      for (const cell of cells) yield { key: { cell: cell.id, case: each.json.id, repeat: i }, cell, each };
    }
  }
}
