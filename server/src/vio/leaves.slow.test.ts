import { expect, test } from 'vitest';
import { seededRandom } from '../base/random.ts';
import { team, treeOf } from '../testing/vioTrees.ts';

/** Bytes of the heap that are in use after collecting garbage. */
function heap(): number {
  for (let i = 0; i < 3; i++) globalThis.gc?.();
  return process.memoryUsage().heapUsed;
}

test('a million leaves are drawn from 10^12 in constant memory', async () => {
  // Each of 10 of 20 members in one of four ways: about 2 * 10^11; of 22, more than 10^12.
  const { leaves, factor } = treeOf(await team(22, 12));
  const count = leaves.count(factor);
  expect(count).toBeGreaterThan(10n ** 12n);
  const random = seededRandom(1);
  const draw = (times: number) => {
    for (let i = 0; i < times; i++) expect(leaves.at(factor, random.belowBig(count)).factors.length).toBe(11);
  };
  draw(50_000);
  const before = heap();
  draw(950_000);
  // What a leaf takes is freed: a byte kept for each would be a megabyte.
  expect(heap() - before).toBeLessThan(8_000_000);
});
