import type { Random } from '../base/random.ts';

export interface Significance {
  readonly pValue: number;
  /** True when all choices of signs were tried rather than a random sample. */
  readonly exact: boolean;
}

/**
 * The probability of a sum at least this far from 0 if each contribution could as well have the opposite sign, which
 * holds when the two sides of a comparison do not differ. Up to 16 contributions are tried with all signs, more with
 * `flips` random choices; the observed one counts as one more.
 */
export function signFlipTest(contributions: readonly number[], flips: number, random: Random): Significance {
  const reach = contributions.reduce((sum, value) => sum + Math.abs(value), 0);
  // Sums that differ only by rounding are equal.
  const limit = Math.abs(contributions.reduce((sum, value) => sum + value, 0)) - 1e-12 * reach;
  const chunks = chunksOf(contributions);
  if (contributions.length <= 16) {
    const choices = 2 ** contributions.length;
    let far = 0;
    for (let signs = 0; signs < choices; signs++) {
      let sum = 0;
      for (let i = 0; i < chunks.length; i++) sum += chunks[i]![(signs >>> (8 * i)) & 255]!;
      if (Math.abs(sum) >= limit) far++;
    }
    return { pValue: far / choices, exact: true };
  }
  let far = 1;
  for (let flip = 0; flip < flips; flip++) {
    if (Math.abs(flippedSum(chunks, random)) >= limit) far++;
  }
  return { pValue: far / (flips + 1), exact: false };
}

/** The sums of each eight contributions, for all 256 choices of their signs. */
function chunksOf(contributions: readonly number[]): readonly Float64Array[] {
  return Array.from({ length: Math.ceil(contributions.length / 8) }, (_, i) => {
    const own = contributions.slice(8 * i, 8 * i + 8);
    return Float64Array.from({ length: 256 }, (_, signs) =>
      own.reduce((sum, value, k) => sum + ((signs >>> k) & 1 ? value : -value), 0),
    );
  });
}

function flippedSum(chunks: readonly Float64Array[], random: Random): number {
  let sum = 0;
  let signs = 0;
  for (let i = 0; i < chunks.length; i++) {
    signs = i % 4 === 0 ? random.below(2 ** 32) : signs >>> 8;
    sum += chunks[i]![signs & 255]!;
  }
  return sum;
}
