import { expect, test } from 'vitest';
import { seededRandom } from '../../base/random.ts';
import { team, treeOf } from './vioTrees.testing.ts';

/** The used heap in bytes, after garbage collection if that is available. */
function heap(): number {
  globalThis.gc?.();
  return process.memoryUsage().heapUsed;
}

test('a million leaves are drawn from 10^12 in constant memory', { timeout: 400_000 }, async () => {
  const { leaves, factor } = treeOf(await team(22, 12));
  const count = leaves.count(factor);
  expect(count).toBeGreaterThan(10n ** 12n);
  const random = seededRandom(1);
  let members = 0;
  const draw = (times: number) => {
    for (let i = 0; i < times; i++) members += leaves.at(factor, random.belowBig(count)).factors.length;
  };
  draw(50_000);
  const before = heap();
  draw(950_000);
  // Each leaf has one way for each of 11 members.
  expect(members).toBe(11_000_000);
  // Keeping 40 bytes for each leaf would exceed this.
  expect(heap() - before).toBeLessThan(38_000_000);
});
