import type { Store } from './store.ts';

/** The same store, whose answers are cut after some rows without a word, as Virtuoso does. */
export function cuttingStore(store: Store, rows: number): Store {
  return {
    url: store.url,
    async select(query, signal) {
      const answer = JSON.parse(await store.select(query, signal)) as {
        readonly results: { readonly bindings: readonly unknown[] };
      };
      return JSON.stringify({ ...answer, results: { bindings: answer.results.bindings.slice(0, rows) } });
    },
  };
}
