import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import { followThread, lookInterval, type Thread } from '../../base/supervision.ts';
import { patience } from '../../platform/reading/ioGuard.ts';
import { programFile } from '../../platform/reading/shippedFiles.ts';
import { StillTime } from '../../platform/watch/probeReader.ts';
import type { UnitRecord } from '../../service/report/resultRecord.ts';
import { resultLevels } from '../../shacl/shapesGraph/severityLevel.ts';
import type { Environment, JudgeFiles, JudgeRequest } from '../io.ts';
import { type PackedParts, PackedReports } from './packedReports.ts';

/** What a thread is started with. */
export interface JudgeThreadData {
  readonly cwd: string;
  readonly request: Omit<JudgeRequest, 'data'>;
  readonly quarantined: readonly string[];
}

/** Files to judge now, and those to read in the meantime. */
export interface ToJudge {
  readonly files: readonly string[];
  readonly next: readonly string[];
}

/** A record as it is sent. */
type PackedUnit = Omit<UnitRecord, 'reports'> & { readonly reports: PackedParts };

export type FromJudge =
  | { readonly kind: 'judged'; readonly uri: string; readonly unit: PackedUnit | undefined }
  | { readonly kind: 'idle' };

interface PoolOptions {
  readonly cwd: string;
  readonly quarantined: readonly string[];
  /** One for each processor by default. */
  readonly threads?: number | undefined;
  /** Reports that no memory is left for the results of more files: the rest is left to the caller. */
  readonly whyFull?: () => string | undefined;
}

/** How many files a thread gets at a time. */
const batchSize = 8;

/** When the caller has to judge this many files again and no others, it is left all of them. */
const mostInVain = 16;

/**
 * Judges files in threads of their own. Which thread gets which file makes no difference. A thread that fails, or gets
 * stuck at a constraint, is ended; its files are missing from the answer, and the caller, which is watched, meets the same
 * obstacle.
 */
export function judgePool({
  cwd,
  quarantined,
  threads = availableParallelism(),
  whyFull,
}: PoolOptions): JudgeFiles {
  return async ({ data, ...request }) => {
    const found = new Map<string, UnitRecord>();
    const queue = new Queue(data);
    const workerData: JudgeThreadData = { cwd, request, quarantined };
    const count = Math.min(threads, Math.ceil(data.length / batchSize));
    await Promise.all(Array.from({ length: count }, () => runThread(workerData, queue, found, whyFull)));
    return found;
  };
}

/** The number of threads that the environment asks for. */
export function threadCount({ SHACL_REPAIR_THREADS: asked }: Environment): number | undefined {
  return asked !== undefined && /^[1-9]\d?$/.test(asked) ? Number(asked) : undefined;
}

/** Batches of files in their order. */
class Queue {
  /** How many files were judged with more to report than their results. */
  leftOut = 0;
  readonly #files: readonly string[];
  #at = 0;

  constructor(files: readonly string[]) {
    this.#files = files;
  }

  take(): readonly string[] {
    const batch = this.#files.slice(this.#at, this.#at + batchSize);
    this.#at += batchSize;
    return batch;
  }
}

/** Strings that were sent are different objects, and results repeat them. */
function unpackedUnit({ results, reports, ...unit }: PackedUnit): UnitRecord {
  const uris = new Map<string, string>();
  return {
    ...unit,
    results: results.map(({ key, level, place }) => {
      if (place && !uris.has(place.uri)) uris.set(place.uri, place.uri);
      return {
        key,
        level: resultLevels.find((each) => each === level) ?? level,
        place: place && { uri: uris.get(place.uri)!, offset: place.offset },
      };
    }),
    reports: new PackedReports(reports),
  };
}

/** Resolves when the thread has nothing more to do or can't go on. */
function runThread(
  workerData: JudgeThreadData,
  queue: Queue,
  found: Map<string, UnitRecord>,
  whyFull: PoolOptions['whyFull'],
): Promise<void> {
  const thread: Thread<FromJudge, ToJudge> = new Worker(programFile('judgeThread.js'), { workerData });
  let coming = queue.take();
  const silence = new StillTime(lookInterval);
  let messages = 0;
  return followThread(thread, (end) => ({
    look() {
      if (silence.look(`${messages}`) >= patience) end();
    },
    failed: () => end(),
    exited: () => end(),
    received(message) {
      messages++;
      if (message.kind === 'judged') {
        const { uri, unit } = message;
        if (unit) found.set(uri, unpackedUnit(unit));
        else queue.leftOut++;
        if (whyFull?.() !== undefined || (found.size === 0 && queue.leftOut >= mostInVain)) end();
        return;
      }
      const files = coming;
      if (files.length === 0) return end();
      coming = queue.take();
      thread.postMessage({ files, next: coming });
    },
  }));
}
