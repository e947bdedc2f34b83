import { type ShownCell, type ShownTier, type ShownTrial, tiers, trialsOf } from './cells.ts';

/** The same case, attempted by two systems or in two runs. */
export interface ComparedPair {
  readonly first: ShownTrial;
  readonly second: ShownTrial;
}

/** How two systems did on the same cases of a suite. */
export interface SystemComparison {
  readonly pairs: readonly ComparedPair[];
  readonly tiers: readonly TierComparison[];
}

export interface TierComparison {
  readonly tier: ShownTier;
  /** Shares over the pairs. */
  readonly first: number;
  readonly second: number;
  /** Pairs of which only one side reaches the tier. */
  readonly onlyFirst: number;
  readonly onlySecond: number;
}

/** Compares what both have tried; what only one of them has is left out. */
export function compare(first: ShownCell, second: ShownCell): SystemComparison {
  const key = ({ case: { id }, repeat }: ShownTrial) => `${repeat} ${id}`;
  const others = new Map([...trialsOf([second], 'first')].map((trial) => [key(trial), trial]));
  const pairs = [...trialsOf([first], 'first')].flatMap((trial): readonly ComparedPair[] => {
    const other = others.get(key(trial));
    return other ? [{ first: trial, second: other }] : [];
  });
  const share = (count: number) => (pairs.length === 0 ? 0 : count / pairs.length);
  return {
    pairs,
    tiers: tiers.map((tier, index): TierComparison => {
      const count = (holds: (a: boolean, b: boolean) => boolean) =>
        pairs.filter((pair) => holds(pair.first.height > index, pair.second.height > index)).length;
      return {
        tier,
        first: share(count((a) => a)),
        second: share(count((_, b) => b)),
        onlyFirst: count((a, b) => a && !b),
        onlySecond: count((a, b) => b && !a),
      };
    }),
  };
}

/** The pairs of which only one side reaches a tier. */
export function differing({ pairs }: SystemComparison, tier: ShownTier): readonly ComparedPair[] {
  const index = tiers.indexOf(tier);
  return pairs.filter(({ first, second }) => first.height > index !== second.height > index);
}

/** Two cells that can be compared: of the same suite. */
export interface Match {
  readonly first: ShownCell;
  readonly second: ShownCell;
}

/**
 * The same systems in two runs of a suite, as users compare runs: each system of the first run with its counterpart in each
 * later one.
 */
export function matches(cells: readonly ShownCell[]): readonly Match[] {
  return cells.flatMap((first, index) =>
    cells
      .slice(index + 1)
      .filter(
        ({ run, cell }) => run !== first.run && run.suite === first.run.suite && cell.id === first.cell.id,
      )
      .map((second) => ({ first, second })),
  );
}

/** What is compared first: the same system in two runs, or the first two comparable systems. */
export function firstMatch(cells: readonly ShownCell[]): Match | undefined {
  return [
    ...matches(cells),
    ...cells.flatMap((first) => comparable(cells, first).map((second) => ({ first, second }))),
  ][0];
}

/** Cells that can be compared with one: of the same suite, and run. */
export function comparable(cells: readonly ShownCell[], first: ShownCell): readonly ShownCell[] {
  return cells.filter(
    (other) => other !== first && other.run.suite === first.run.suite && other.cell.notRun === null,
  );
}
