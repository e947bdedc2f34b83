import { readSelectResults } from './selectResults.ts';
import { type Store, StoreError } from './store.ts';

/**
 * How many triples a store counts; undefined when it does not tell.
 *
 * @throws the signal's reason when aborted.
 */
export async function countTriples(store: Store, signal: AbortSignal): Promise<number | undefined> {
  try {
    const rows = readSelectResults(await store.select('SELECT (COUNT(*) AS ?n) WHERE { ?s ?p ?o }', signal));
    const digits = /^"(\d{1,15})"/.exec(rows[0]?.n ?? '')?.[1];
    return digits === undefined ? undefined : Number(digits);
  } catch (error) {
    if (!(error instanceof StoreError)) throw error;
    return undefined;
  }
}
