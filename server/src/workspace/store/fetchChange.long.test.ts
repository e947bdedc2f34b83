import { expect, test } from 'vitest';
import { runs } from '../../testing/runs.ts';
import { StoreInMemory } from '../../testing/storeInMemory.ts';
import { changeEqualsLocal, storedSchema } from './changeEqualsLocal.testing.ts';

const changes = runs(2000);

/**
 * A blank node of the file that only leads to itself can't be asked for, nor one of which the store says more or that it holds twice;
 * a store may lack all statements of a small file, and what is incomplete may be anywhere.
 */
const whyOpen =
  /no name or literal leads there\.|none that is described in this way|several have the same statements|^It has no triple that the file stated|looks at all triples/;

/** Each has an address of its own. */
let stores = 0;

async function fill(turtle: string) {
  const store = new StoreInMemory(turtle);
  const url = `https://store${stores++}.example/sparql`;
  return { store: { url, select: store.select.bind(store) }, dump: async () => store.dump };
}

test.each([
  ['shapes', {}],
  ['shapes with queries', { queries: true }],
  ['what follows by RDFS', { schema: storedSchema }],
  ['shapes over two stores', { isSplit: true }],
  ['shapes with queries over two stores', { isSplit: true, queries: true }],
  ['what follows by RDFS over two stores', { isSplit: true, schema: storedSchema }],
])(
  `${changes} random changes over a store have the same effects as with all triples here: %s`,
  async (_, mix) => {
    const counts = await changeEqualsLocal(fill, { runs: changes, ...mix });
    console.log(JSON.stringify(counts));
    for (const why of counts.open) expect(why).toMatch(whyOpen);
    expect(counts.open.length / changes).toBeLessThan(0.03);
    expect(counts.telling / changes).toBeGreaterThan(0.25);
    if ('isSplit' in mix) expect(counts.joint / changes).toBeGreaterThan(0.02);
  },
  6e5,
);
