import oxigraph from 'oxigraph';
import type { Store } from '../store/store.ts';

/** A store in this process, which Oxigraph queries, with the queries that it was asked. */
export class StoreInMemory implements Store {
  readonly url = 'https://store.example/sparql';
  readonly queries: string[] = [];
  readonly #store = new oxigraph.Store();

  constructor(turtle: string) {
    this.#store.load(turtle, { format: 'text/turtle', base_iri: 'http://example.org/' });
  }

  /** All triples, as the store knows them: it may write literals in another way than they came. */
  get dump(): string {
    return this.#store.dump({ format: 'application/n-triples', from_graph_name: oxigraph.defaultGraph() });
  }

  select(query: string, signal: AbortSignal): Promise<string> {
    signal.throwIfAborted();
    this.queries.push(query);
    return Promise.resolve(this.#store.query(query, { results_format: 'json' }) as string);
  }
}
