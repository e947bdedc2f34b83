import { ModelError } from '../../llm/model/languageModel.ts';
import { Postponed } from '../requests/postponed.ts';

/** Things to be attempted, each for itself, and what is kept of them. */
export interface Jobs<Job, Result> {
  /** In the order in which they are begun; none of them twice. */
  readonly jobs: Iterable<Job>;
  /** The model that a job asks. Once it has answered, a refusal is about the request and not about the model. */
  readonly askedOf: (job: Job) => string;
  /** @throws ModelError when there is no answer, Postponed when there will be one later. */
  readonly attempt: (job: Job) => Promise<Result>;
  /** What is kept of a request that is refused. */
  readonly refused: (job: Job, error: ModelError) => Result;
  /** Keeps a result for good. They come one at a time, in the order in which the attempts end. */
  readonly record: (result: Result) => Promise<void>;
  /** Jobs at the same time, at least 1. */
  readonly concurrency: number;
}

/** How a run ended. */
export interface RunEnd {
  /** Jobs for which there was no answer; nothing is recorded of them. */
  readonly unanswered: number;
  /** Why the last of these has none. */
  readonly reason: ModelError | undefined;
  /** Jobs whose requests will be answered later. */
  readonly postponed: number;
}

/** So many jobs without an answer, one after the other, are no accident. */
const maxUnanswered = 10;

/**
 * Does all jobs. One whose model gives no answer is left out, to be done another time. Ends early with what keeps
 * models from being asked at all, when the jobs that have begun are over.
 *
 * @throws that.
 */
export async function runJobs<Job, Result>(work: Jobs<Job, Result>): Promise<RunEnd> {
  const { attempt, askedOf, refused, record, concurrency } = work;
  // All workers take from the same list.
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

/** Keeps track of jobs without an answer. */
class FailureCounter {
  readonly #answered = new Set<string>();
  #inARow = 0;
  count = 0;
  reason: ModelError | undefined;

  answered(asked: string): void {
    this.#answered.add(asked);
    this.#inARow = 0;
  }

  /** An endpoint that refuses a request and takes others has something against this one. */
  hasAnswered(asked: string): boolean {
    return this.#answered.has(asked);
  }

  add(error: ModelError): void {
    this.count++;
    this.#inARow++;
    this.reason = error;
  }

  /** True for what others would meet as well. */
  isFinal({ kind }: ModelError): boolean {
    return !['timeout', 'server', 'request'].includes(kind) || this.#inARow >= maxUnanswered;
  }
}
