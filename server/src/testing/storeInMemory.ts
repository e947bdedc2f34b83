import oxigraph from 'oxigraph';
import { storeUri } from '../workspace/project/storeLink.ts';
import type { UpdatableStore } from '../workspace/store/store.ts';
import { type Store, StoreError } from '../workspace/store/store.ts';

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

  /** Adds to a named graph, which is no part of the default graph. */
  addTo(graph: string, turtle: string): void {
    const to_graph_name = oxigraph.namedNode(graph);
    this.#store.load(turtle, { format: 'text/turtle', base_iri: 'http://example.org/', to_graph_name });
  }

  /** The triples of a named graph. */
  dumpOf(graph: string): string {
    return this.#store.dump({
      format: 'application/n-triples',
      from_graph_name: oxigraph.namedNode(graph),
    });
  }

  /** The names of the graphs that have triples, in alphabetical order. */
  get graphs(): readonly string[] {
    const names = this.#store.match(null, null, null, null).map(({ graph }) => graph.value);
    return [...new Set(names)].sort();
  }

  /** All triples of the default graph, as the store knows them: it may write literals in another way than they came. */
  get dump(): string {
    return this.#store.dump({ format: 'application/n-triples', from_graph_name: oxigraph.defaultGraph() });
  }

  select(query: string, signal: AbortSignal): Promise<string> {
    return this.#selectFrom([], query, signal);
  }

  /** The store as it answers from the union of named graphs; without any, from its default graph. */
  from(graphs: readonly string[]): Store {
    return {
      url: storeUri({ url: this.url, graphs }),
      select: (query, signal) => this.#selectFrom(graphs, query, signal),
    };
  }

  update(text: string, signal: AbortSignal): Promise<void> {
    signal.throwIfAborted();
    return answered(() => this.#store.update(text));
  }

  #selectFrom(graphs: readonly string[], query: string, signal: AbortSignal): Promise<string> {
    signal.throwIfAborted();
    this.queries.push(query);
    const from =
      graphs.length === 0 ? {} : { default_graph: graphs.map((graph) => oxigraph.namedNode(graph)) };
    return answered(() => this.#store.query(query, { results_format: 'json', ...from }) as string);
  }
}

/** A store that counts so many rows, whatever it is asked to count. */
export function countingTo(rows: number, store: Store): Store {
  return {
    url: store.url,
    async select(query, signal) {
      const answer = await store.select(query, signal);
      if (!query.startsWith('SELECT (COUNT(*)')) return answer;
      const { results } = JSON.parse(answer);
      const n = { type: 'literal', value: String(rows) };
      return JSON.stringify({ results: { bindings: [{ ...results.bindings[0], n }] } });
    },
  };
}

/** What a store of the SPARQL Protocol refuses with 400. */
async function answered<T>(work: () => T): Promise<T> {
  try {
    return work();
  } catch (error) {
    throw new StoreError(`It refuses this: ${String(error)}`, { isWorthSplitting: true });
  }
}
