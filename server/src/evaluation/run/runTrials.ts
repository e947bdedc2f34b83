import type { TokenUsage } from '../../llm/model/languageModel.ts';
import type { LoadedCase } from '../../vio/suite/readSuite.ts';
import type { RepairSystem } from '../systems/system.ts';
import { type RunEnd, runJobs } from './runJobs.ts';
import type { Cell } from './runJson.ts';
import { failedTrial, type Judging, runTrial, type Trial, type TrialKey, trialKey } from './trial.ts';

/** A system in a run, with what run.json says of it. */
export interface RunningCell extends Cell {
  readonly repair: RepairSystem;
  /** What tokens of its model cost in USD; undefined where that is not known. */
  readonly price?: (usage: TokenUsage) => number | undefined;
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
 * Runs all trials that are not recorded yet: case by case, so that systems share what a case takes to be made. A trial
 * whose model gives no answer is left out, to be run another time. Ends early with what keeps models from being asked
 * at all, when the trials that have begun are over.
 *
 * @throws that, or the signal's reason when aborted.
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

/** Decided when it is its turn: what is recorded grows. */
function* open(jobs: Iterable<Job>, isOpen: (job: Job) => boolean): Iterable<Job> {
  for (const job of jobs) if (isOpen(job)) yield job;
}

/** All trials of a piece of work, in the order in which they are begun. */
export function* trialsOf({ cells, cases, repeat }: Work): Iterable<Job> {
  for (const each of cases) {
    for (let i = 1; i <= repeat; i++) {
      for (const cell of cells) yield { key: { cell: cell.id, case: each.json.id, repeat: i }, cell, each };
    }
  }
}
