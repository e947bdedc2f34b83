import { expect, test } from 'vitest';
import { runs } from '../../../testing/runs.ts';
import { sendsWhatWasShown } from '../../../testing/shownUpdates.ts';
import { StoreInMemory } from '../../../testing/storeInMemory.ts';

test('what reaches a store is an update that was shown, whatever somebody else wrote in between', async () => {
  const open = async () => {
    const store = new StoreInMemory('');
    const add = async (statements: string) =>
      store.add(`@prefix ex: <http://example.org/ns#> . ${statements}`);
    return { address: store.url, store, updates: store, add };
  };
  expect(await sendsWhatWasShown(open, runs(500))).toBeGreaterThan(runs(100));
});
