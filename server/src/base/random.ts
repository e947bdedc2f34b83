/** A seeded random number generator: the same seed gives the same numbers on every machine. */
export interface Random {
  /** A whole number from 0 up to, but not including, `bound`, which is at most 2^32. */
  below(bound: number): number;
  /** Like `below`, for bounds of any size. */
  belowBig(bound: bigint): bigint;
}

/** Mulberry32 (T. Ettinger, public domain): 32 bits of state, good enough for choosing test cases. */
export function seededRandom(seed: number): Random {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return (mixed ^ (mixed >>> 14)) >>> 0;
  };
  return {
    below: (bound) => Math.floor((next() / 2 ** 32) * bound),
    belowBig(bound) {
      // Draws twice as many bits as the bound has, so that the bias is negligible.
      let value = 0n;
      for (let bits = bound; bits > 0n; bits >>= 16n) value = (value << 32n) | BigInt(next());
      return value % bound;
    },
  };
}

/** Derives a seed from a number and every character of some texts (FNV-1a). */
export function seedOf(seed: number, ...texts: readonly string[]): number {
  let hash = (0x811c9dc5 ^ seed) >>> 0;
  for (const text of texts) {
    for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193) >>> 0;
    hash = Math.imul(hash ^ 0xff, 0x01000193) >>> 0;
  }
  return hash;
}

/** Yields the items in random order, drawn lazily (Fisher and Yates). */
export function* shuffled<T>(items: readonly T[], random: Random): Iterable<T> {
  const moved = new Map<number, T>();
  const at = (index: number) => (moved.has(index) ? moved.get(index)! : items[index]!);
  for (let i = 0; i < items.length; i++) {
    const j = i + random.below(items.length - i);
    const item = at(j);
    moved.set(j, at(i));
    moved.delete(i);
    yield item;
  }
}
