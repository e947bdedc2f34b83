import { expect, test } from 'vitest';
import { StoreInMemory } from '../../testing/storeInMemory.ts';
import { manyNodesEqualLocal, plantedAreFound } from './wholeStore.testing.ts';

const nodes = 10_000;
/** Each case has some six shapes: `CASES=1-320` are 2,000 shapes, and take about an hour of CPU time. */
const [first, last] = (process.env.CASES ?? '1-5').split('-').map(Number) as [number, number];

async function fill(turtle: string) {
  const store = new StoreInMemory(turtle);
  return { store, dump: async () => store.dump };
}

test('random shapes find in a store with many nodes what they find in a file', async () => {
  const total = { cases: 0, shapes: 0, results: 0, open: 0 };
  for (let number = first; number <= last; number++) {
    const { shapes, results, gaps } = await manyNodesEqualLocal(fill, number, nodes);
    total.cases++;
    total.shapes += shapes;
    total.results += results;
    if (gaps.length > 0) total.open++;
    console.info(`case ${number}: ${shapes} shapes, ${results} results`, ...gaps);
  }
  console.info(total);
  expect(total.results).toBeGreaterThan(0);
  expect(total.open).toBe(0);
}, 36_000_000);

test('violations planted at every component are found among many nodes, and no others', () =>
  plantedAreFound(fill, Math.ceil(nodes / 38), 6));
