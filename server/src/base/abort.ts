const sliceMs = 10;
let sliceStart = 0;

/**
 * Yields to the event loop once the current slice of 10 ms is used up, so that newer input can cancel long work.
 * Rejects with the signal's reason once it is aborted.
 */
export async function yieldToEventLoop(signal?: AbortSignal, milliseconds?: number): Promise<void> {
  signal?.throwIfAborted();
  if (!heldUpFor(milliseconds)) return;
  await nextTurn();
  sliceStart = performance.now();
  signal?.throwIfAborted();
}

/** Whether nobody has yielded to the event loop for this many ms; by default, for a slice of 10 ms. */
export function heldUpFor(milliseconds = sliceMs): boolean {
  return performance.now() - sliceStart >= milliseconds;
}

/** Lets the event loop handle pending work. Browsers delay nested timers by 4 ms, but not messages. */
function nextTurn(): Promise<void> {
  if (typeof setImmediate === 'function') return new Promise((resolve) => setImmediate(resolve));
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.addEventListener('message', () => {
      port1.close();
      resolve();
    });
    port1.start();
    port2.postMessage(undefined);
  });
}

/** True when the error means that the work was cancelled rather than that it failed. */
export function isAbort(error: unknown, signal?: AbortSignal): boolean {
  return (
    (signal?.aborted && error === signal.reason) || (error instanceof Error && error.name === 'AbortError')
  );
}

/**
 * Resolves to the promise's value. Rejects with the signal's reason as soon as it is aborted; the work itself
 * continues, but its result is dropped.
 */
export async function unlessAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  signal.throwIfAborted();
  let abort = () => {};
  const aborted = new Promise<never>((_, reject) => {
    abort = () => reject(signal.reason);
    signal.addEventListener('abort', abort, { once: true });
  });
  try {
    return await Promise.race([work, aborted]);
  } finally {
    signal.removeEventListener('abort', abort);
    work.catch(() => {});
  }
}
