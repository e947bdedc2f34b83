import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import { type Follow, followThread, type Thread } from '../../base/supervision.ts';
import { libraryWith } from './library.ts';
import type { ChooseResults, OtherThread, PackedWork, Receiver } from './otherThread.ts';
import { NoThread } from './timeLimit.ts';

export type ToLibraryThread =
  | { readonly kind: 'work'; readonly work: PackedWork }
  /** The latest message was received; for results, with those that are to be repaired. */
  | { readonly kind: 'taken'; readonly chosen: readonly boolean[] };

export type FromLibraryThread =
  | { readonly kind: 'ready' }
  | { readonly kind: 'choose'; readonly results: Parameters<ChooseResults>[0] }
  /** The findings, and the long lists in them, which are still empty. */
  | { readonly kind: 'found'; readonly found: unknown; readonly lists: readonly unknown[][] }
  /** The next part of a list, by its number. */
  | { readonly kind: 'part'; readonly list: number; readonly items: readonly unknown[] }
  | { readonly kind: 'done' }
  | { readonly kind: 'failed'; readonly error: unknown };

let free = availableParallelism();
const waiting: (() => void)[] = [];

/** Runs work in threads, at most as many as the machine has processors. */
const threads: OtherThread = {
  async run(work, receiver, signal) {
    if (free === 0) await new Promise<void>((resolve) => waiting.push(resolve));
    else free--;
    try {
      signal.throwIfAborted();
      return await inThread(work, receiver, signal);
    } finally {
      const next = waiting.shift();
      if (next) next();
      else free++;
    }
  },
};

async function inThread(
  work: PackedWork,
  { revived, choose }: Receiver,
  signal: AbortSignal,
): Promise<unknown> {
  const warm = takeWarmThread();
  const thread = warm ?? startThread();
  let isReady = warm !== undefined;
  let isDone = false;
  let found: Pick<FromLibraryThread & { readonly kind: 'found' }, 'found' | 'lists'>;
  const send = (message: ToLibraryThread) => thread.postMessage(message);
  const follow: Follow<FromLibraryThread, unknown> = (done, reject) => ({
    failed: (error) => reject(isReady ? error : new NoThread(error.message)),
    exited: () => reject(new Error('The thread of shacl-repair ended.')),
    received(message) {
      switch (message.kind) {
        case 'ready':
          isReady = true;
          break;
        case 'choose':
          choose(revived(message.results)).then((chosen) => send({ kind: 'taken', chosen }), reject);
          break;
        case 'found':
          found = revived(message);
          send({ kind: 'taken', chosen: [] });
          break;
        case 'part':
          found.lists[message.list]!.push(...revived(message.items));
          send({ kind: 'taken', chosen: [] });
          break;
        case 'done':
          isDone = true;
          done(found.found);
          break;
        case 'failed':
          reject(message.error);
      }
    },
  });
  const ending: Thread<FromLibraryThread, never> = {
    on: (event, listener) => thread.on(event, listener),
    postMessage: send,
    async terminate() {
      if (isDone) keepWarm(thread);
      else await thread.terminate();
    },
  };
  const following = followThread(ending, follow, { signal });
  send({ kind: 'work', work });
  return following;
}

/** Threads without work, which need not load the library again. */
const warmThreads = new Map<Worker, NodeJS.Timeout>();

/** Neither the thread nor its end keeps the process running. */
function keepWarm(thread: Worker): void {
  stopListening(thread);
  const forget = () => {
    clearTimeout(end);
    warmThreads.delete(thread);
  };
  const end = setTimeout(() => void thread.terminate(), 1000 * secondsWarm).unref();
  warmThreads.set(thread, end);
  thread.unref();
  thread.on('error', forget);
  thread.on('exit', forget);
}

function takeWarmThread(): Worker | undefined {
  for (const [thread, end] of warmThreads) {
    clearTimeout(end);
    warmThreads.delete(thread);
    stopListening(thread);
    thread.ref();
    return thread;
  }
  return undefined;
}

/** Node has its own listeners for other events. */
function stopListening(thread: Worker): void {
  for (const event of ['message', 'error', 'exit']) thread.removeAllListeners(event);
}

const secondsWarm = 10;

function startThread(): Worker {
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
