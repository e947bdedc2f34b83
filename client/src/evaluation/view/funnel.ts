import type { ChartTable } from '../../page/view/chart.ts';
import {
  type CellReading,
  type ShownCell,
  type ShownTier,
  shownSystems,
  tierCounts,
  tiers,
} from './cells.ts';
import { percent } from './numbers.ts';

/** How many of a system's trials reach each tier, and how many could reach the last one. Shares, from 0 to 1. */
export interface Funnel {
  readonly system: string;
  readonly trials: number;
  readonly steps: readonly { readonly tier: ShownTier; readonly share: number }[];
  /** A smallest repair restores the graph; the other number includes cases where that is unknown. */
  readonly ceiling: { readonly least: number; readonly most: number };
}

/** @param dataset undefined for all. */
export function funnels(
  cells: readonly ShownCell[],
  dataset: string | undefined,
  reading: CellReading,
): readonly Funnel[] {
  return shownSystems(cells).flatMap(({ label, cells: own }): readonly Funnel[] => {
    const isCounted = (each: { dataset: string }) => dataset === undefined || each.dataset === dataset;
    const { trials, reached, recoverable, undecided } = tierCounts(own, reading, isCounted);
    if (trials === 0) return [];
    return [
      {
        system: label,
        trials,
        steps: tiers.map((tier) => ({ tier, share: reached[tier] / trials })),
        ceiling: { least: recoverable / trials, most: (recoverable + undecided) / trials },
      },
    ];
  });
}

export function ceilingText({ least, most }: Funnel['ceiling']): string {
  return least === most ? percent(least) : `${percent(least)} to ${percent(most)}`;
}

export function funnelTable(all: readonly Funnel[]): ChartTable {
  return {
    columns: ['system', 'trials', ...tiers, 'smallest restores'],
    headings: 1,
    rows: all.map(({ system, trials, steps, ceiling }) => [
      system,
      String(trials),
      ...steps.map(({ share }) => percent(share)),
      ceilingText(ceiling),
    ]),
  };
}
