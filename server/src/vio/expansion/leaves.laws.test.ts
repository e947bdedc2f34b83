import fc from 'fast-check';
import { expect, test } from 'vitest';
import { seededRandom } from '../../base/random.ts';
import { vioProblem } from '../../testing/vios.ts';
import { binomial, subsetAt, subsetRank } from './leaves.ts';
import { team, treeOf } from './vioTrees.testing.ts';

test('every leaf has a number, and every number a leaf', async () => {
  for (const [members, least] of [
    [1, 1],
    [2, 1],
    [3, 2],
    [4, 1],
  ] as const) {
    const { leaves, factor } = treeOf(await team(members, least));
    const count = Number(leaves.count(factor));
    const ids = Array.from({ length: count }, (_, rank) => leaves.at(factor, BigInt(rank)).id);
    expect(new Set(ids).size).toBe(count);
    for (const [rank, id] of ids.entries()) expect(leaves.rank(factor, id)).toBe(BigInt(rank));
    expect(leaves.rank(factor, 'nonsense')).toBeUndefined();
  }
});

test('leaves that nobody can list are counted, numbered and found', async () => {
  // Ten of the twenty members each become: not a person, without badge, with another badge, or not a member.
  const { leaves, factor } = treeOf(await team(20, 11));
  const count = leaves.count(factor);
  expect(count).toBe(binomial(20, 10) * 4n ** 10n);
  const random = seededRandom(1);
  for (let i = 0; i < 1000; i++) {
    const rank = random.belowBig(count);
    const leaf = leaves.at(factor, rank);
    expect(leaf.factors).toHaveLength(10);
    if (i % 50 === 0) expect(leaves.rank(factor, leaf.id)).toBe(rank);
  }
});

test('the size of Rule 2 is that of spec/vio.md section 9', async () => {
  const shapes = `ex:S a sh:NodeShape ; sh:targetClass ex:Team ; sh:property [ sh:path ex:member ; sh:qualifiedMinCount 10 ; sh:qualifiedValueShape [ sh:class ex:Person ] ] .`;
  const names = Array.from({ length: 20 }, (_, i) => `ex:m${i}`);
  const data = `ex:t a ex:Team ; ex:member ${names.join(', ')} . ${names.map((name) => `${name} a ex:Person .`).join(' ')}`;
  const { leaves, factor } = treeOf(await vioProblem(shapes, data));
  expect(leaves.count(factor)).toBe(343_982_080n);
});

test('subsets are numbered in colexicographic order', () => {
  fc.assert(
    fc.property(fc.uniqueArray(fc.nat(40), { minLength: 1, maxLength: 12 }), (members) => {
      const subset = members.toSorted((a, b) => a - b);
      expect(subsetAt(subsetRank(subset), subset.length)).toEqual(subset);
    }),
  );
  expect(Array.from({ length: 6 }, (_, i) => subsetAt(BigInt(i), 2).join(''))).toEqual([
    '01',
    '02',
    '12',
    '03',
    '13',
    '23',
  ]);
});
