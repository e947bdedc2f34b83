import fc from 'fast-check';
import { afterAll, beforeAll, test } from 'vitest';
import { runs } from '../../testing/runs.ts';
import { StoreInMemory } from '../../testing/storeInMemory.ts';
import { equalsLocalValidation } from '../../workspace/store/equalsLocal.testing.ts';
import type { Store } from '../../workspace/store/store.ts';
import { httpStore } from './httpStore.ts';
import { type LyingStore, lyingStore, type StoreReply, tellsTruth } from './lyingStore.testing.ts';
import { transportFaults } from './storeFaults.testing.ts';
import { storeLies } from './storeLies.testing.ts';

let plan: ReadonlyMap<number, StoreReply>;
let server: LyingStore;
beforeAll(async () => {
  server = await lyingStore(new StoreInMemory(''), (index) => plan.get(index) ?? tellsTruth);
});
afterAll(() => server.close());

/** A lie in one answer, and what may happen to others. */
const faults = fc
  .tuple(
    fc.nat({ max: 9 }),
    fc.constantFrom(...storeLies.map(({ reply }) => reply)),
    fc.option(fc.tuple(fc.nat({ max: 9 }), fc.constantFrom(...transportFaults.map(({ reply }) => reply))), {
      freq: 3,
    }),
  )
  .map(([at, lie, other]) => new Map([...(other ? [other] : []), [at, lie]]))
  .map((replies) => (store: Store) => {
    plan = replies;
    server.fill(store);
    return httpStore(server.url, { timeout: 200, maxAnswer: 1024 * 1024 });
  });

test('whatever is wrong with some answers of a store, the results are right or the verdict is open', () => {
  const fill = async (turtle: string) => {
    const store = new StoreInMemory(turtle);
    return { store, dump: async () => store.dump };
  };
  return equalsLocalValidation(fill, { runs: runs(150), maxOpen: 1, faults });
});
