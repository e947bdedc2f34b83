import { expect, test } from 'vitest';
import { StoreInMemory } from '../testing/storeInMemory.ts';
import { changeEqualsLocal } from './changeEqualsLocal.testing.ts';

async function fill(turtle: string) {
  const store = new StoreInMemory(turtle);
  return { store, dump: async () => store.dump };
}

test.each([
  ['shapes', {}],
  ['shapes with queries', { queries: true }],
])(
  'a change over a store brings, ends and keeps the results that it would with all triples here: %s',
  async (_, mix) => {
    const { open, telling, elsewhere } = await changeEqualsLocal(fill, { runs: 60, ...mix });
    expect(open).toBeLessThanOrEqual(3);
    expect(telling).toBeGreaterThan(10);
    expect(elsewhere).toBeGreaterThan(5);
  },
);
