import { heldUpFor } from '../../base/abort.ts';
import { type Deadline, hasPassed } from '../../sparql/query/query.ts';
import type { ValidateOptions } from './api.ts';

/** The longest time of a timer, in milliseconds (25 days). Longer ones would end at once. */
const longestTimer = 2 ** 31 - 1;

/**
 * Does work that may be aborted, or take too long. Rejects with the reason of the signal, or with a `TimeoutError`.
 *
 * @param timeout in milliseconds.
 * @param work receives the time at which it has to end, and a function to call before it blocks the event loop for long: if
 * it can be done elsewhere, that ends it here.
 * @param elsewhere does the same where it blocks nothing, and ends as soon as its signal is aborted. Where there is a time
 * limit or a signal, it is asked for what would hold up the event loop for long.
 */
export async function withTimeLimit<Result>(
  { signal, timeout }: Pick<ValidateOptions, 'signal' | 'timeout'>,
  work: (signal: AbortSignal, deadline: Deadline, leave: () => void) => Promise<Result>,
  elsewhere?: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  if (timeout !== undefined && (typeof timeout !== 'number' || Number.isNaN(timeout)))
    throw new TypeError('timeout has to be a number of milliseconds.');
  if (signal?.aborted) throw signal.reason;
  let controller = new AbortController();
  const abort = () => controller.abort(signal?.reason);
  signal?.addEventListener('abort', abort);
  const expire = () =>
    controller.abort(new DOMException(`It took longer than ${timeout} ms.`, 'TimeoutError'));
  const timer = timeout === undefined ? undefined : setTimeout(expire, Math.min(timeout, longestTimer));
  const end = timeout === undefined ? Number.POSITIVE_INFINITY : performance.now() + timeout;
  const mayMove = elsewhere !== undefined && (signal !== undefined || timeout !== undefined);
  const nowOrLater = () => {
    if (heldUpFor(longestPiece)) controller.abort(holdsUp);
    return controller.signal.reason === holdsUp ? Number.NEGATIVE_INFINITY : end;
  };
  // Work may also end by an error when the time is up.
  const reasonOf = (error: unknown) => {
    if (hasPassed(end)) expire();
    return controller.signal.aborted ? controller.signal.reason : error;
  };
  const leave = () => {
    if (!mayMove) return;
    controller.abort(holdsUp);
    throw holdsUp;
  };
  try {
    try {
      const result = await work(controller.signal, mayMove ? nowOrLater : end, leave);
      // A result that is incomplete because the time was up must not look complete.
      if (controller.signal.reason !== holdsUp && hasPassed(end)) expire();
      controller.signal.throwIfAborted();
      return result;
    } catch (error) {
      if (controller.signal.reason !== holdsUp) throw reasonOf(error);
    }
    controller = new AbortController();
    if (signal?.aborted) abort();
    if (hasPassed(end)) expire();
    controller.signal.throwIfAborted();
    try {
      return await elsewhere!(controller.signal);
    } catch (error) {
      if (!(error instanceof NoThread)) throw error;
    }
    const result = await work(controller.signal, end, () => {}).catch((error) => {
      throw reasonOf(error);
    });
    if (hasPassed(end)) expire();
    controller.signal.throwIfAborted();
    return result;
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', abort);
  }
}

/** Why work can't be done elsewhere: then it is done here. */
export class NoThread extends Error {}

/** Work that blocks the event loop for longer than this, in ms, is done elsewhere. */
const longestPiece = 50;

/** The reason to end work here. */
const holdsUp = new Error('It blocks the event loop.');
