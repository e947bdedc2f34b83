import type {
  Reached,
  ReportData,
  ReportedCase,
  ReportedCell,
  ReportedRun,
} from '../../../../server/src/lsp/protocol.ts';

export const tiers = ['syntactic', 'semantic', 'relaxed', 'isomorphic'] as const;
export type Tier = (typeof tiers)[number];

/** Which answer of a trial counts. */
export type Reading = keyof Reached;

/** A system with a strategy in one of the runs. */
export interface ShownCell {
  readonly cell: ReportedCell;
  readonly run: ReportedRun;
  readonly cases: readonly ReportedCase[];
  /** With the name of the run where another run of the same suite has the same system. */
  readonly label: string;
  /** The label without the strategy. */
  readonly system: string;
}

/** All cells of all runs, in the order of the runs. */
export function shownCells({ runs, suites }: ReportData): readonly ShownCell[] {
  return runs.flatMap((run) =>
    run.cells.map((cell) => {
      const isShared = runs.some(
        (other) => other !== run && other.suite === run.suite && other.cells.some(({ id }) => id === cell.id),
      );
      const suffix = isShared ? ` (${run.name})` : '';
      return {
        cell,
        run,
        cases: suites[run.suite]!.cases,
        label: cell.id + suffix,
        system: cell.system + suffix,
      };
    }),
  );
}

/** The data sets that cells were tried on, by name. */
export function datasetsOf(cells: readonly ShownCell[]): readonly string[] {
  return [...new Set(cells.flatMap(({ cases }) => cases.map(({ dataset }) => dataset)))].sort((a, b) =>
    a < b ? -1 : 1,
  );
}

/** How far trials got: of `trials`, how many reach each tier. */
export interface TierCounts {
  readonly trials: number;
  readonly reached: Readonly<Record<Tier, number>>;
}

/** Counts the trials of a cell, of those cases that are to be counted. */
export function tierCounts(
  { cell, run, cases }: ShownCell,
  reading: Reading,
  isCounted: (each: ReportedCase) => boolean = () => true,
): TierCounts {
  const reached = { syntactic: 0, semantic: 0, relaxed: 0, isomorphic: 0 };
  const digits = cell.reached[reading];
  let trials = 0;
  cases.forEach((each, place) => {
    if (!isCounted(each)) return;
    for (const digit of digits.slice(place * run.repeat, (place + 1) * run.repeat)) {
      if (digit === '-') continue;
      trials++;
      for (const tier of tiers.slice(0, Number(digit))) reached[tier]++;
    }
  });
  return { trials, reached };
}

/** `83.3 %`. */
export function percent(share: number): string {
  return `${(100 * share).toFixed(1)} %`;
}
