import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import { type Follow, followThread, type Thread } from '../../base/supervision.ts';
import { libraryWith } from './library.ts';
import type { ChooseResults, OtherThread, PackedWork } from './otherThread.ts';
import { NoThread } from './timeLimit.ts';

export type ToLibraryThread =
  | { readonly kind: 'work'; readonly work: PackedWork }
  | { readonly kind: 'chosen'; readonly chosen: readonly boolean[] };

export type FromLibraryThread =
  | { readonly kind: 'ready' }
  | { readonly kind: 'choose'; readonly results: Parameters<ChooseResults>[0] }
  | { readonly kind: 'done'; readonly found: unknown }
  | { readonly kind: 'failed'; readonly error: unknown };

let free = availableParallelism();
const waiting: (() => void)[] = [];

/** Starts a thread for each piece of work, as many at once as the machine has processors. */
const threads: OtherThread = {
  async run(work, choose, signal) {
    if (free === 0) await new Promise<void>((resolve) => waiting.push(resolve));
    else free--;
    try {
      signal.throwIfAborted();
      return await inThread(work, choose, signal);
    } finally {
      const next = waiting.shift();
      if (next) next();
      else free++;
    }
  },
};

async function inThread(work: PackedWork, choose: ChooseResults, signal: AbortSignal): Promise<unknown> {
  const thread = startThread();
  let isReady = false;
  const follow: Follow<FromLibraryThread, unknown> = (done, reject) => ({
    failed: (error) => reject(isReady ? error : new NoThread(error.message)),
    exited: () => reject(new Error('The thread of shacl-repair ended.')),
    received(message) {
      switch (message.kind) {
        case 'ready':
          isReady = true;
          break;
        case 'choose':
          choose(message.results).then((chosen) => thread.postMessage({ kind: 'chosen', chosen }), reject);
          break;
        case 'done':
          done(message.found);
          break;
        case 'failed':
          reject(message.error);
      }
    },
  });
  const following = followThread(thread, follow, { signal });
  thread.postMessage({ kind: 'work', work });
  return following;
}

function startThread(): Thread<FromLibraryThread, ToLibraryThread> {
  try {
    // Options of the process, such as `--eval`, are not for its threads.
    return new Worker(new URL('libraryThread.js', import.meta.url), { execArgv: [] });
  } catch (error) {
    // Node's permission model may not allow threads.
    throw new NoThread(String(error));
  }
}

/** The package in Node. */
export const { applyRepair, applyUpdate, compileShapes, parseTurtle, repair, reportQuads, validate } =
  libraryWith(threads);
