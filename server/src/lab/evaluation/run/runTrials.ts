import type { TokenUsage } from '../../../repair/llm/model/languageModel.ts';
import type { LoadedCase } from '../../../vio/suite/readSuite.ts';
import type { RepairSystem } from '../system.ts';
import { type RunEnd, runJobs } from './runJobs.ts';
import type { Cell } from './runJson.ts';
import { failedTrial, type Judging, runTrial, type Trial, type TrialKey, trialKey } from './trial.ts';

/** A system in a run, with its entry in run.json. */
export interface RunningCell extends Cell {
  readonly repair: RepairSystem;
  /** The price of tokens of its model in USD; undefined if it is not known. */
  readonly price?: (usage: TokenUsage) => number | undefined;
}

/** The trials to run: all trials of a run, or a part of them. */
export interface Work {
  readonly cells: readonly RunningCell[];
  readonly cases: readonly LoadedCase[];
  readonly repeat: number;
}

export interface Recording {
  /** The keys of trials that are already recorded. */
  readonly done: ReadonlySet<string>;
  /** Records a trial durably. Called for one trial at a time, in the order in which they end. */
  readonly record: (trial: Trial) => Promise<void>;
  /** Concurrent trials, at least 1. */
  readonly concurrency: number;
}

/**
 * Runs all trials that are not recorded yet, case by case, so that systems share the preparation of a case. A trial
 * whose model gives no answer is skipped, to be run another time. An error that would affect all requests ends the
 * run early, after the trials that have started.
 *
 * @throws that error, or the signal's reason when aborted.
 */
export async function runTrials(
  work: Work,
  judging: Judging,
  { done, record, concurrency }: Recording,
  signal: AbortSignal,
): Promise<RunEnd> {
  const isOpen = ({ key, cell }: Job) => cell.notRun === null && !done.has(trialKey(key));
  return runJobs({
    jobs: open(trialsOf(work), isOpen),
    askedOf: ({ cell }) => cell.id,
    attempt: ({ key, cell, each }) => runTrial(key, { ...cell, each }, judging, signal),
    refused: ({ key, each }, error) => failedTrial(key, each, error),
    record,
    concurrency,
  });
}

interface Job {
  readonly key: TrialKey;
  readonly cell: RunningCell;
  readonly each: LoadedCase;
}

/** This is decided when the job's turn comes, because more jobs are recorded meanwhile. */
function* open(jobs: Iterable<Job>, isOpen: (job: Job) => boolean): Iterable<Job> {
  for (const job of jobs) if (isOpen(job)) yield job;
}

/** All trials in the order in which they are started. */
export function* trialsOf({ cells, cases, repeat }: Work): Iterable<Job> {
  for (const each of cases) {
    for (let i = 1; i <= repeat; i++) {
      for (const cell of cells) yield { key: { cell: cell.id, case: each.json.id, repeat: i }, cell, each };
    }
  }
}
