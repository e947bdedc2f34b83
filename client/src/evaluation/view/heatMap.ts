import type { ChartTable } from '../../page/view/chart.ts';
import { datasetsOf, percent, type Reading, type ShownCell, type Tier, tierCounts, tiers } from './cells.ts';

/** A field of the heat map. */
export interface Field {
  readonly dataset: string;
  readonly row: string;
  readonly column: string;
  /** From 0 to 1; undefined where nothing was tried. */
  readonly share: number | undefined;
  readonly trials: number;
}

/** What the columns are: all tiers of each cell, or the strategies of each system by one tier. */
export type Layout = 'tiers' | Tier;

export interface HeatMap {
  readonly datasets: readonly string[];
  readonly rows: readonly string[];
  readonly columns: readonly string[];
  readonly fields: readonly Field[];
}

/** For systems that have no prompts. */
const noStrategy = '–';

export function heatMap(cells: readonly ShownCell[], layout: Layout, reading: Reading): HeatMap {
  const run = cells.filter(({ cell }) => cell.notRun === null);
  const datasets = datasetsOf(run);
  const fields = run.flatMap((each) =>
    datasets.flatMap((dataset) => {
      const { trials, reached } = tierCounts(each, reading, (one) => one.dataset === dataset);
      if (trials === 0) return [];
      const field = (row: string, column: string, tier: Tier): Field => ({
        dataset,
        row,
        column,
        share: reached[tier] / trials,
        trials,
      });
      return layout === 'tiers'
        ? tiers.map((tier) => field(each.label, tier, tier))
        : [field(each.system, each.cell.strategy ?? noStrategy, layout)];
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

/** The same numbers, a row for each field's row and data set. */
export function heatMapTable({ datasets, rows, columns, fields }: HeatMap): ChartTable {
  const text = (row: string, dataset: string, column: string) => {
    const field = fields.find(
      (each) => each.row === row && each.dataset === dataset && each.column === column,
    );
    return field?.share === undefined ? '' : percent(field.share);
  };
  return {
    columns: ['system', 'data set', 'trials', ...columns],
    headings: 2,
    rows: datasets.flatMap((dataset) =>
      rows.flatMap((row) => {
        const own = fields.filter((each) => each.row === row && each.dataset === dataset);
        if (own.length === 0) return [];
        const trials = Math.max(...own.map((each) => each.trials));
        return [[row, dataset, String(trials), ...columns.map((column) => text(row, dataset, column))]];
      }),
    ),
  };
}
