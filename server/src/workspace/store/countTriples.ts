import { countOfRows } from './countedSelect.ts';
import { type Store, StoreError } from './store.ts';

/**
 * How many triples a store counts; undefined when it does not tell.
 *
 * @throws the signal's reason when aborted.
 */
export async function countTriples(store: Store, signal: AbortSignal): Promise<number | undefined> {
  try {
    return await countOfRows(store, '?s ?p ?o', '?s ?p ?o .', signal);
  } catch (error) {
    if (!(error instanceof StoreError)) throw error;
    return undefined;
  }
}
