import { UserError } from '../../base/userError.ts';
import type { StoreAddress } from '../../workspace/project/storeLink.ts';
import { StoreError, type StoreFailure } from '../../workspace/store/store.ts';
import { type HttpStoreOptions, httpStore } from './httpStore.ts';

/** What came of asking a store, for another process. Messages are sentences without its name. */
export type StoreAnswer =
  | { readonly kind: 'answered'; readonly text: string }
  | { readonly kind: 'failed'; readonly message: string; readonly failure: Partial<StoreFailure> };

/**
 * Asks a store a query; without one, says whether it could be asked, and sends nothing.
 *
 * @throws the signal's reason when aborted.
 */
export async function askStore(
  { url, graphs }: StoreAddress,
  query: string | undefined,
  options: Omit<HttpStoreOptions, 'graphs'>,
  signal: AbortSignal,
): Promise<StoreAnswer> {
  try {
    const store = httpStore(url, { ...options, graphs });
    return { kind: 'answered', text: query === undefined ? '' : await store.select(query, signal) };
  } catch (error) {
    if (error instanceof UserError) return { kind: 'failed', message: error.message, failure: {} };
    if (!(error instanceof StoreError)) throw error;
    const { message, isWorthSplitting, isTimeOut, isTooLarge } = error;
    return { kind: 'failed', message, failure: { isWorthSplitting, isTimeOut, isTooLarge } };
  }
}
