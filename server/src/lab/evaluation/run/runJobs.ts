import { ModelError } from '../../../repair/llm/model/languageModel.ts';
import { Postponed } from '../system.ts';

/** Independent jobs, and how their results are kept. */
export interface Jobs<Job, Result> {
  /** The jobs in the order in which they are started; none occurs twice. */
  readonly jobs: Iterable<Job>;
  /** The model that a job asks. Once it has answered, a refusal is about the request and not about the model. */
  readonly askedOf: (job: Job) => string;
  /** @throws ModelError when there is no answer, Postponed when there will be one later. */
  readonly attempt: (job: Job) => Promise<Result>;
  /** The result to keep when a request is rejected. */
  readonly refused: (job: Job, error: ModelError) => Result;
  /** Stores a result durably. Called for one result at a time, in the order in which the attempts end. */
  readonly record: (result: Result) => Promise<void>;
  /** Concurrent jobs, at least 1. */
  readonly concurrency: number;
}

/** How a run ended. */
export interface RunEnd {
  /** The number of jobs without an answer, of which nothing is recorded. */
  readonly unanswered: number;
  /** Why the last of these has no answer. */
  readonly reason: ModelError | undefined;
  /** The number of jobs whose requests will be answered later. */
  readonly postponed: number;
}

/** This many jobs in a row without an answer are not a coincidence. */
const maxUnanswered = 10;

/**
 * Runs all jobs. A job whose model gives no answer is skipped, to be run another time. An error that would affect all
 * requests ends the run early, after the jobs that have started.
 *
 * @throws that error.
 */
export async function runJobs<Job, Result>(work: Jobs<Job, Result>): Promise<RunEnd> {
  const { attempt, askedOf, refused, record, concurrency } = work;
  // All workers take jobs from the same iterator.
  const jobs = work.jobs[Symbol.iterator]();
  const failures = new FailureCounter();
  let postponed = 0;
  let stopped: { readonly error: unknown } | undefined;
  let written = Promise.resolve();
  const recordNext = async (result: Result) => {
    written = written.then(() => record(result));
    await written;
  };
  const worker = async () => {
    for (let next = jobs.next(); !next.done && !stopped; next = jobs.next()) {
      const job = next.value;
      try {
        await recordNext(await attempt(job));
        failures.answered(askedOf(job));
      } catch (error) {
        if (error instanceof Postponed) postponed++;
        else if (!(error instanceof ModelError) || failures.isFinal(error)) stopped ??= { error };
        else if (error.kind === 'request' && failures.hasAnswered(askedOf(job))) {
          await recordNext(refused(job, error)).catch((failure) => {
            stopped ??= { error: failure };
          });
        } else failures.add(error);
      }
    }
  };
  await Promise.all(Array.from({ length: Math.max(1, concurrency) }, worker));
  if (stopped) throw stopped.error;
  return { unanswered: failures.count, reason: failures.reason, postponed };
}

/** Counts jobs without an answer. */
class FailureCounter {
  readonly #answered = new Set<string>();
  #inARow = 0;
  count = 0;
  reason: ModelError | undefined;

  answered(asked: string): void {
    this.#answered.add(asked);
    this.#inARow = 0;
  }

  /** An endpoint that rejects a request but has answered others has a problem with this request. */
  hasAnswered(asked: string): boolean {
    return this.#answered.has(asked);
  }

  add(error: ModelError): void {
    this.count++;
    this.#inARow++;
    this.reason = error;
  }

  /** True for errors that other requests would meet as well. */
  isFinal({ kind }: ModelError): boolean {
    return !['timeout', 'server', 'request'].includes(kind) || this.#inARow >= maxUnanswered;
  }
}
