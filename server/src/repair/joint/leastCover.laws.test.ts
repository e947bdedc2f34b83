import fc from 'fast-check';
import { expect, test } from 'vitest';
import { runs } from '../../testing/runs.ts';
import { type CoverCandidate, type Forbidden, leastCover } from './leastCover.ts';

const goals = [0, 1, 2, 3, 4];
const size = 7;
const number = fc.nat(size - 1);
const choices = fc.array(
  fc.record({ cost: fc.integer({ min: 1, max: 9 }), reaches: fc.subarray(goals, { minLength: 1 }) }),
  { minLength: size, maxLength: size },
);
const pairs = fc.array(fc.tuple(number, number), { maxLength: 8 });
const sets = fc.array(fc.uniqueArray(number, { minLength: 1, maxLength: 3 }), { maxLength: 4 });

/** How many goals are missed and at what cost; undefined for what may not be chosen. */
function judged(
  chosen: readonly number[],
  all: readonly CoverCandidate[],
  clashing: readonly (readonly [number, number])[],
  forbidden: readonly Forbidden[],
) {
  const times = (goal: number) => chosen.filter((each) => all[each]!.reaches.includes(goal)).length;
  const isNeeded = chosen.every((each) => all[each]!.reaches.some((goal) => times(goal) === 1));
  const clashes = clashing.some(([a, b]) => a !== b && chosen.includes(a) && chosen.includes(b));
  const isForbidden = forbidden.some(
    (set) => [...set.chosen].every((each) => chosen.includes(each)) && set.chosen.size === chosen.length,
  );
  if (!isNeeded || clashes || isForbidden) return undefined;
  const reachable = goals.filter((goal) => all.some(({ reaches }) => reaches.includes(goal)));
  const cost = chosen.reduce((sum, each) => sum + all[each]!.cost, 0);
  return reachable.filter((goal) => times(goal) === 0).length * 1000 + cost;
}

test('no other choice reaches more goals, or as many at less cost', () => {
  fc.assert(
    fc.property(choices, pairs, sets, (all, clashing, without) => {
      const clashes = new Map(all.map((_, each) => [each, new Set<number>()]));
      for (const [a, b] of clashing)
        if (a !== b) {
          clashes.get(a)!.add(b);
          clashes.get(b)!.add(a);
        }
      const forbidden = without.map((set) => ({ of: new Set(all.keys()), chosen: new Set(set) }));
      const reachable = goals.filter((goal) => all.some(({ reaches }) => reaches.includes(goal)));
      const found = leastCover(new Map(all.entries()), reachable, { clashes, forbidden }, 1_000_000);
      const every = Array.from({ length: 2 ** size }, (_, bits) =>
        [...all.keys()].filter((each) => bits & (1 << each)),
      );
      const costs = every.flatMap((chosen) => judged(chosen, all, clashing, forbidden) ?? []);
      expect(found.isLeast).toBe(true);
      expect(judged(found.chosen, all, clashing, forbidden)).toBe(Math.min(...costs));
    }),
    { numRuns: runs(100) },
  );
});

test('a search that ends early says so, and keeps what it has', () => {
  const all = new Map(
    [...Array(12).keys()].map((each) => [each, { cost: 1 + each, reaches: [each % 4, (each + 1) % 4] }]),
  );
  const { isLeast } = leastCover(all, [0, 1, 2, 3], { clashes: new Map(), forbidden: [] }, 20);
  expect(isLeast).toBe(false);
});
