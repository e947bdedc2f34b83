const sliceMs = 10;
let sliceStart = 0;

/**
 * Yields to the event loop once the current slice of 10 ms is used up, so that newer input can cancel long work.
 * Rejects with the signal's reason once it is aborted.
 */
export async function yieldToEventLoop(signal?: AbortSignal): Promise<void> {
  signal?.throwIfAborted();
  if (performance.now() - sliceStart < sliceMs) return;
  await new Promise<void>((resolve) => setImmediate(resolve));
  sliceStart = performance.now();
  signal?.throwIfAborted();
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
