const share = Number(process.env.LAW_SHARE ?? 1);

/**
 * How many random inputs a law that takes long tries: as many as it says, or the share of them that `LAW_SHARE` names:
 * a twentieth in `npm test` and `npm run test:slow`, three tenths where the gate asks a store, all in `npm run test:all`.
 */
export function runs(count: number): number {
  return Math.ceil(count * share);
}

/** The inputs of a test that takes long for each: all, or evenly chosen ones, as many as `LAW_SHARE` names. */
export function someOf<T>(inputs: readonly T[]): readonly T[] {
  const count = runs(inputs.length);
  return Array.from({ length: count }, (_, i) => inputs[Math.floor((i * inputs.length) / count)]!);
}

/** Whether all inputs are tried: fewer do not meet everything. */
export const triesAll = share >= 1;
