import { ModelError, type TokenUsage } from '../llm/languageModel.ts';
import type { LoadedCase } from '../vio/suite/readSuite.ts';
import { Postponed } from './postponed.ts';
import type { Cell } from './runJson.ts';
import type { RepairSystem } from './systems/system.ts';
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

/** How a run ended. */
export interface RunEnd {
  /** Trials for which there was no answer; they are not recorded. */
  readonly unanswered: number;
  /** Why the last of these has none. */
  readonly reason: ModelError | undefined;
  /** Trials whose requests will be answered later. */
  readonly postponed: number;
}

/** So many trials without an answer, one after the other, are no accident. */
const maxUnanswered = 10;

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
  const trials = trialsOf(work);
  const silence = new Silence();
  let postponed = 0;
  let stopped: { readonly error: unknown } | undefined;
  let written = Promise.resolve();
  const recordNext = async (trial: Trial) => {
    written = written.then(() => record(trial));
    await written;
  };
  const worker = async () => {
    // All workers take from the same list.
    for (const { key, cell, each } of trials) {
      if (stopped) return;
      if (cell.notRun !== null || done.has(trialKey(key))) continue;
      try {
        await recordNext(await runTrial(key, { ...cell, each }, judging, signal));
        silence.answered(cell);
      } catch (error) {
        if (error instanceof Postponed) postponed++;
        else if (!(error instanceof ModelError) || silence.isFinal(error)) stopped ??= { error };
        else if (error.kind === 'request' && silence.hasAnswered(cell)) {
          await recordNext(failedTrial(key, each, error)).catch((failure) => {
            stopped ??= { error: failure };
          });
        } else silence.add(error);
      }
    }
  };
  await Promise.all(Array.from({ length: Math.max(1, concurrency) }, worker));
  if (stopped) throw stopped.error;
  return { unanswered: silence.count, reason: silence.reason, postponed };
}

/** Keeps track of trials without an answer. */
class Silence {
  readonly #answered = new Set<string>();
  #inARow = 0;
  count = 0;
  reason: ModelError | undefined;

  answered({ id }: Cell): void {
    this.#answered.add(id);
    this.#inARow = 0;
  }

  /** An endpoint that refuses a request and takes others has something against this one. */
  hasAnswered({ id }: Cell): boolean {
    return this.#answered.has(id);
  }

  add(error: ModelError): void {
    this.count++;
    this.#inARow++;
    this.reason = error;
  }

  /** True for what other trials would meet as well. */
  isFinal({ kind }: ModelError): boolean {
    return !['timeout', 'server', 'request'].includes(kind) || this.#inARow >= maxUnanswered;
  }
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
