import { totalmem } from 'node:os';
import { getHeapSpaceStatistics, getHeapStatistics, setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { resourceLimits } from 'node:worker_threads';
import { memoryRemedy } from '../processes/ownProcess.ts';

/**
 * Looks at the memory of this thread, and of the machine or container. Returns a sentence once live objects use a share of
 * what the heap has left now, or nearly all memory of the machine is used: beyond that, the thread would spend its time on
 * collecting garbage, the thread or process would be ended, and what it has found would be lost.
 */
export function memoryLimit(share: number): () => string | undefined {
  const heap = oldGenerationLimit();
  const atStart = Math.min(used(), heap);
  const limit = Math.min(
    atStart + (heap - atStart) * share,
    Math.max(heap - Math.min(reserve, heap / 3), atStart),
  );
  const machine = Math.min(totalmem(), process.constrainedMemory?.() || Number.POSITIVE_INFINITY);
  const isMachineFull = () => process.memoryUsage.rss() > machine * shareOfMachine;
  let lastLook = 0;
  let lastOfMachine = 0;
  let nextCollection = 0;
  let isFull = false;
  return () => {
    if (isFull) return usedUp;
    const now = performance.now();
    if (now - lastLook < timeBetweenLooks || used() < nextCollection) return undefined;
    lastLook = now;
    if (used() <= limit) {
      if (now - lastOfMachine < timeBetweenLooksAtMachine) return undefined;
      lastOfMachine = now;
      if (!isMachineFull()) return undefined;
    }
    // Much of it may be garbage.
    collectGarbage();
    isFull = used() > limit || isMachineFull();
    nextCollection = used() + heap * growthBetweenCollections;
    return isFull ? usedUp : undefined;
  };
}

const usedUp = `The memory for the run was used up. ${memoryRemedy}`;

/**
 * In ms. Reading the heap's size takes about 20 µs; reading the process's share of the machine's memory, which the kernel
 * counts, up to 1 ms.
 */
const timeBetweenLooks = 20;
const timeBetweenLooksAtMachine = 500;

const shareOfMachine = 0.9;

/** Collecting takes about a second for each gigabyte. */
const growthBetweenCollections = 0.05;

/**
 * Objects that survive two collections. New objects have a space of their own, which counts as part of the limit of the
 * heap.
 */
function used(): number {
  return getHeapSpaceStatistics().reduce(
    (sum, { space_name, space_used_size }) => (/^new_/.test(space_name) ? sum : sum + space_used_size),
    0,
  );
}

/** The value of `--max-old-space-size`, or V8's default. */
function oldGenerationLimit(): number {
  const young = (resourceLimits.maxYoungGenerationSizeMb ?? usualYoungGeneration) * 1024 * 1024;
  const heap = getHeapStatistics().heap_size_limit;
  return heap > 1.5 * young ? heap - young : heap / 2;
}

/**
 * At least this much is left for printing and for work before the next check, in bytes; in small heaps a third of the heap.
 */
const reserve = 12 * 1024 * 1024;

/** In MB. */
const usualYoungGeneration = 48;

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
