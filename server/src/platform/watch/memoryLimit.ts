import { totalmem } from 'node:os';
import { getHeapStatistics, setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { memoryRemedy } from '../processes/ownProcess.ts';

/**
 * Looks at the memory of this thread, and of the machine or container. Returns a sentence once a share of what the heap may use is
 * used by what is needed, or nearly all of the machine's: beyond it, the thread or process would be ended, and what it has found
 * would be lost.
 */
export function memoryLimit(share: number): () => string | undefined {
  const heap = getHeapStatistics().heap_size_limit;
  const machine = Math.min(totalmem(), process.constrainedMemory?.() || Number.POSITIVE_INFINITY);
  const isOver = () => used() > heap * share || process.memoryUsage.rss() > machine * shareOfMachine;
  let lastLook = 0;
  let nextCollection = 0;
  let isFull = false;
  return () => {
    if (isFull) return usedUp;
    const now = performance.now();
    if (now - lastLook < timeBetweenLooks || used() < nextCollection) return undefined;
    lastLook = now;
    if (!isOver()) return undefined;
    // Much of it may be garbage.
    collectGarbage();
    isFull = isOver();
    nextCollection = used() + heap * growthBetweenCollections;
    return isFull ? usedUp : undefined;
  };
}

const usedUp = `The memory for the run was used up. ${memoryRemedy}`;

/** In ms: a look takes some 20 µs. */
const timeBetweenLooks = 20;

const shareOfMachine = 0.9;

/** Collecting takes about a second for each gigabyte. */
const growthBetweenCollections = 0.05;

function used(): number {
  return getHeapStatistics().used_heap_size;
}

let collect: (() => void) | undefined;

/**
 * Returns unused memory to the system. V8 does so only under pressure, so a server that once read a large file would
 * keep looking large. Takes about 100 ms per GB, so call it when idle.
 */
export function collectGarbage(): void {
  if (collect === undefined) {
    setFlagsFromString('--expose-gc');
    collect = runInNewContext('gc') as () => void;
  }
  collect();
}
