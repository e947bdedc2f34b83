const share = Number(process.env.LAW_SHARE ?? 1);

/**
 * How many random inputs a law that takes long tries: as many as it says, or the share of them that `LAW_SHARE` names. `npm
 * run test:nodes` tries fewer, as `npm test` has tried them all.
 */
export function runs(count: number): number {
  return Math.ceil(count * share);
}
