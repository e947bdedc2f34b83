import { expect, test } from 'vitest';
import { StoreInMemory } from '../testing/storeInMemory.ts';
import { changeEqualsLocal, storedSchema } from './changeEqualsLocal.testing.ts';

const runs = 2000;

/** A blank node of the file that only leads to itself can't be asked for. */
const onlyToItself = /no name or literal leads there\.$/;

async function fill(turtle: string) {
  const store = new StoreInMemory(turtle);
  return { store, dump: async () => store.dump };
}

test.each([
  ['shapes', {}],
  ['shapes with queries', { queries: true }],
  ['what follows by RDFS', { schema: storedSchema }],
])(
  `${runs} random changes over a store have the same effects as with all triples here: %s`,
  async (_, mix) => {
    const counts = await changeEqualsLocal(fill, { runs, ...mix });
    console.log(JSON.stringify(counts));
    for (const why of counts.open) expect(why).toMatch(onlyToItself);
    expect(counts.open.length / runs).toBeLessThan(0.01);
    expect(counts.telling / runs).toBeGreaterThan(0.25);
  },
  6e5,
);
