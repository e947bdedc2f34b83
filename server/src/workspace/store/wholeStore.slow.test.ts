import { test } from 'vitest';
import { runs } from '../../testing/runs.ts';
import { StoreInMemory } from '../../testing/storeInMemory.ts';
import { cuttingStore } from './cuttingStore.testing.ts';
import { wholeStoreEqualsLocal } from './wholeStore.testing.ts';

async function fill(turtle: string) {
  const store = new StoreInMemory(turtle);
  return { store, dump: async () => store.dump };
}

test('a whole store has the results of a file with all its triples', () =>
  wholeStoreEqualsLocal(fill, { runs: runs(50) }));

test('the same with queries', () => wholeStoreEqualsLocal(fill, { runs: runs(20), queries: true }));

test('a store that cuts its answers has the same results, or says that not all is known', () => {
  const cutting = async (turtle: string) => {
    const { store, dump } = await fill(turtle);
    return { store: cuttingStore(store, 20), dump };
  };
  return wholeStoreEqualsLocal(cutting, { runs: runs(30), maxOpen: 0.5 });
});
