import { expect, test } from 'vitest';
import { runs, triesAll } from '../../testing/runs.ts';
import { StoreInMemory } from '../../testing/storeInMemory.ts';
import { changeEqualsLocal, storedSchema } from './changeEqualsLocal.testing.ts';

/** A blank node of the file that only leads to itself can't be asked for, and a store may lack all statements of a small file; or both. */
const onlyToItself =
  /no name or literal leads there\.( It has no triple .*)?$|^It has no triple that the file stated/;

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
  'a change over a store brings, ends and keeps the results that it would with all triples here: %s',
  async (_, mix) => {
    const { open, telling, elsewhere, joint } = await changeEqualsLocal(fill, { runs: runs(60), ...mix });
    expect(open.length).toBeLessThanOrEqual(runs(5));
    for (const why of open) expect(why).toMatch(onlyToItself);
    if (!triesAll) return;
    expect(telling).toBeGreaterThan(10);
    expect(elsewhere).toBeGreaterThan(5);
    if ('isSplit' in mix) expect(joint).toBeGreaterThan(1);
  },
);
