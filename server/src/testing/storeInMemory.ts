import oxigraph from 'oxigraph';
import { type Store, StoreError } from '../store/store.ts';
import type { UpdatableStore } from '../store/updatableStore.ts';

/** A store in this process, which Oxigraph queries and updates, with the queries that it was asked. */
export class StoreInMemory implements Store, UpdatableStore {
  readonly url = 'https://store.example/sparql';
  readonly queries: string[] = [];
  readonly #store = new oxigraph.Store();

  constructor(turtle: string) {
    this.add(turtle);
  }

  /** As somebody else would do. */
  add(turtle: string): void {
    this.#store.load(turtle, { format: 'text/turtle', base_iri: 'http://example.org/' });
  }

  /** All triples, as the store knows them: it may write literals in another way than they came. */
  get dump(): string {
    return this.#store.dump({ format: 'application/n-triples', from_graph_name: oxigraph.defaultGraph() });
  }

  select(query: string, signal: AbortSignal): Promise<string> {
    signal.throwIfAborted();
    this.queries.push(query);
    return answered(() => this.#store.query(query, { results_format: 'json' }) as string);
  }

  update(text: string, signal: AbortSignal): Promise<void> {
    signal.throwIfAborted();
    return answered(() => this.#store.update(text));
  }
}

/** What a store of the SPARQL Protocol refuses with 400. */
async function answered<T>(work: () => T): Promise<T> {
  try {
    return work();
  } catch (error) {
    throw new StoreError(`It refuses this: ${String(error)}`, { isWorthSplitting: true });
  }
}
