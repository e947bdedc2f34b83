import type { ValidateOptions } from './api.ts';

/**
 * Does work that may be aborted, or take too long. Rejects with the reason of the signal, or with a `TimeoutError`.
 *
 * @param timeout in milliseconds.
 * @param work is given the time at which it has to end, on the clock of `performance.now()`.
 */
export async function withTimeLimit<Result>(
  { signal, timeout }: Pick<ValidateOptions, 'signal' | 'timeout'>,
  work: (signal: AbortSignal, deadline: number | undefined) => Promise<Result>,
): Promise<Result> {
  if (signal?.aborted) throw signal.reason;
  const controller = new AbortController();
  const abort = () => controller.abort(signal?.reason);
  signal?.addEventListener('abort', abort);
  const expire = () =>
    controller.abort(new DOMException(`It took longer than ${timeout} ms.`, 'TimeoutError'));
  const timer = timeout === undefined ? undefined : setTimeout(expire, timeout);
  try {
    const deadline = timeout === undefined ? undefined : performance.now() + timeout;
    const result = await work(controller.signal, deadline);
    // What was left out because the time was up must not look like the whole.
    if (deadline !== undefined && performance.now() > deadline) expire();
    controller.signal.throwIfAborted();
    return result;
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', abort);
  }
}
