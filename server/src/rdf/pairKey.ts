/** One number for two term ids, so that pairs can be keys of maps. Exact up to 67 million terms. */
export function pairKey(a: number, b: number): number {
  return a * 0x4000000 + b;
}
