const sliceMs = 10;
let sliceStart = 0;

/**
 * Gives the event loop a turn when the current slice of 10 ms is used up, so that long work can be cancelled
 * by newer input. Rejects with the signal's reason once it is aborted.
 */
export async function breathe(signal?: AbortSignal): Promise<void> {
  signal?.throwIfAborted();
  if (performance.now() - sliceStart < sliceMs) return;
  await new Promise<void>((resolve) => setImmediate(resolve));
  sliceStart = performance.now();
  signal?.throwIfAborted();
}

/** True when the error says that the work was cancelled, not that it failed. */
export function isAbort(error: unknown, signal?: AbortSignal): boolean {
  return (
    (signal?.aborted && error === signal.reason) || (error instanceof Error && error.name === 'AbortError')
  );
}

/** What a promise gives. Rejects with the signal's reason as soon as it is aborted; the work goes on for nobody. */
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
