import type { ValidateOptions } from './api.ts';

/**
 * Does work that may be aborted, or take too long. Rejects with the reason of the signal, or with a `TimeoutError`.
 *
 * @param timeout in milliseconds.
 */
export async function withTimeLimit<Result>(
  { signal, timeout }: Pick<ValidateOptions, 'signal' | 'timeout'>,
  work: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  if (signal?.aborted) throw signal.reason;
  const controller = new AbortController();
  const abort = () => controller.abort(signal?.reason);
  signal?.addEventListener('abort', abort);
  const expire = () =>
    controller.abort(new DOMException(`It took longer than ${timeout} ms.`, 'TimeoutError'));
  const timer = timeout === undefined ? undefined : setTimeout(expire, timeout);
  try {
    return await work(controller.signal);
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', abort);
  }
}
