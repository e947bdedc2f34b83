import { test } from 'vitest';
import { runs } from '../../testing/runs.ts';
import { StoreInMemory } from '../../testing/storeInMemory.ts';
import { equalsLocalValidation } from './equalsLocal.testing.ts';

async function fill(turtle: string) {
  const store = new StoreInMemory(turtle);
  return { store, dump: async () => store.dump };
}

test('the nodes of a file have the same results over a store as over a file with all its triples', () =>
  equalsLocalValidation(fill, { runs: runs(100) }));

test('the same with queries', () => equalsLocalValidation(fill, { runs: runs(50), queries: true }));
