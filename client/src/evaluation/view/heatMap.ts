import type { ChartTable } from '../../page/view/chart.ts';
import {
  type CellReading,
  datasetsOf,
  type ShownCell,
  type ShownTier,
  shownSystems,
  tierCounts,
  tiers,
} from './cells.ts';
import { percent } from './numbers.ts';

/** A field of the heat map: where nothing was tried there is none. */
export interface Field {
  readonly dataset: string;
  readonly row: string;
  readonly column: string;
  /** From 0 to 1. */
  readonly share: number;
  readonly trials: number;
}

/** What the columns are: all tiers of each system and strategy, or one tier of the strategies of each system. */
export type HeatMapLayout = 'tiers' | ShownTier;

export interface HeatMap {
  readonly datasets: readonly string[];
  readonly rows: readonly string[];
  readonly columns: readonly string[];
  readonly fields: readonly Field[];
}

/** For systems that have no prompts. */
const noStrategy = 'no prompt';

export function heatMap(cells: readonly ShownCell[], layout: HeatMapLayout, reading: CellReading): HeatMap {
  const systems = shownSystems(cells);
  const fields = datasetsOf(cells).flatMap((dataset) =>
    systems.flatMap(({ label, cells: own }) => {
      const { trials, reached } = tierCounts(own, reading, (each) => each.dataset === dataset);
      if (trials === 0) return [];
      const field = (row: string, column: string, tier: ShownTier): Field => ({
        dataset,
        row,
        column,
        share: reached[tier] / trials,
        trials,
      });
      const { system, cell } = own[0]!;
      return layout === 'tiers'
        ? tiers.map((tier) => field(label, tier, tier))
        : [field(system, cell.strategy ?? noStrategy, layout)];
    }),
  );
  const unique = (texts: readonly string[]) => [...new Set(texts)];
  return {
    datasets: unique(fields.map(({ dataset }) => dataset)),
    rows: unique(fields.map(({ row }) => row)),
    columns: unique(fields.map(({ column }) => column)),
    fields,
  };
}

/** The same numbers, a row for each row of each data set. */
export function heatMapTable({ datasets, rows, columns, fields }: HeatMap): ChartTable {
  return {
    columns: ['system', 'data set', 'trials', ...columns],
    headings: 2,
    rows: datasets.flatMap((dataset) =>
      rows.flatMap((row) => {
        const own = fields.filter((each) => each.row === row && each.dataset === dataset);
        if (own.length === 0) return [];
        const text = (column: string) => {
          const field = own.find((each) => each.column === column);
          return field ? percent(field.share) : '';
        };
        const trials = own.reduce((most, each) => Math.max(most, each.trials), 0);
        return [[row, dataset, String(trials), ...columns.map(text)]];
      }),
    ),
  };
}
