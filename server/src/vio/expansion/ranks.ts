import type { Random } from '../../base/random.ts';

/** The numbers from 0 to below `count`, in order. */
export function* allRanks(count: bigint): Iterable<bigint> {
  for (let rank = 0n; rank < count; rank++) yield rank;
}

/** The same numbers in random order, drawn lazily (Fisher and Yates): each has the same chance to be the next. */
export function* shuffledRanks(count: bigint, random: Random): Iterable<bigint> {
  const moved = new Map<bigint, bigint>();
  const at = (index: bigint) => moved.get(index) ?? index;
  for (let i = 0n; i < count; i++) {
    const j = i + random.belowBig(count - i);
    const rank = at(j);
    moved.set(j, at(i));
    moved.delete(i);
    yield rank;
  }
}
