import type {
  ReachedTiers,
  ReportData,
  ReportedCase,
  ReportedCell,
  ReportedRun,
} from '../../../../server/src/languageServer/protocol/editor/protocol.ts';

export const tiers = ['syntactic', 'semantic', 'relaxed', 'isomorphic'] as const;
export type ShownTier = (typeof tiers)[number];

/** Which answer of a trial counts. */
export type CellReading = keyof ReachedTiers;

/** A system with a strategy in one of the runs. */
export interface ShownCell {
  readonly cell: ReportedCell;
  readonly run: ReportedRun;
  readonly cases: readonly ReportedCase[];
  /** Includes the name of the run where another run of the same suite has the same system. */
  readonly label: string;
  /** The label without the strategy. */
  readonly system: string;
}

/** All cells of all runs, in the order of the runs. */
export function shownCells({ runs, suites }: ReportData): readonly ShownCell[] {
  return runs.flatMap((run) =>
    run.cells.map((cell) => {
      const isShared = runs.some(
        (other) =>
          other !== run &&
          other.suite === run.suite &&
          other.cells.some(({ system }) => system === cell.system),
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

/** The same system with the same strategy on all data sets that it was tried on. */
export interface ShownSystem {
  readonly label: string;
  readonly cells: readonly ShownCell[];
}

/** What was run, by label, in the order of the runs. */
export function shownSystems(cells: readonly ShownCell[]): readonly ShownSystem[] {
  const systems = new Map<string, ShownCell[]>();
  for (const each of cells) {
    if (each.cell.notRun !== null) continue;
    systems.set(each.label, [...(systems.get(each.label) ?? []), each]);
  }
  return [...systems].map(([label, own]) => ({ label, cells: own }));
}

/** The data sets that cells were tried on, by name. */
export function datasetsOf(cells: readonly ShownCell[]): readonly string[] {
  const names = new Set(cells.flatMap(({ cases }) => cases.map(({ dataset }) => dataset)));
  return [...names].sort((a, b) => (a < b ? -1 : 1));
}

/** How far trials got. */
export interface TierCounts {
  readonly trials: number;
  /** Trials that reach each tier. */
  readonly reached: Readonly<Record<ShownTier, number>>;
  /** Trials of cases in which a smallest repair restores the graph, and of those where that is unknown. */
  readonly recoverable: number;
  readonly undecided: number;
}

/** Counts the trials of those cases that are to be counted. */
export function tierCounts(
  cells: readonly ShownCell[],
  reading: CellReading,
  isCounted: (each: ReportedCase) => boolean = () => true,
): TierCounts {
  const reached = { syntactic: 0, semantic: 0, relaxed: 0, isomorphic: 0 };
  const counts = { trials: 0, recoverable: 0, undecided: 0 };
  for (const { case: each, height } of trialsOf(cells, reading)) {
    if (!isCounted(each)) continue;
    counts.trials++;
    if (each.recoverable) counts.recoverable++;
    if (each.recoverable === null) counts.undecided++;
    for (const tier of tiers.slice(0, height)) reached[tier]++;
  }
  return { ...counts, reached };
}

/** The data that the report has for every trial. */
export interface ShownTrial {
  readonly of: ShownCell;
  readonly case: ReportedCase;
  /** From 1. */
  readonly repeat: number;
  /** How many tiers it reaches. */
  readonly height: number;
}

/** The trials of cells, cell by cell and case by case. */
export function* trialsOf(cells: readonly ShownCell[], reading: CellReading): Generator<ShownTrial> {
  for (const each of cells) {
    const { cell, run, cases } = each;
    for (const [index, digit] of [...cell.reached[reading]].entries()) {
      if (digit === '-') continue;
      const place = Math.floor(index / run.repeat);
      yield { of: each, case: cases[place]!, repeat: (index % run.repeat) + 1, height: Number(digit) };
    }
  }
}
