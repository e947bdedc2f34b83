import type { ComparisonStatistics } from '../../statistics/comparisonStatistics.ts';
import { type RunJson, readsStrictly } from '../run/runJson.ts';
import { type Trial, tiersReachedBy, trialKey } from '../run/trial.ts';
import { type Tier, tiers } from '../scores/scores.ts';
import { pooledGraphs } from './pooledGraphs.ts';
import { type MergedRun, type RecordedRun, runStatistics } from './runStatistics.ts';
import { type Summary, summaryOf } from './summary.ts';

/** Merges the shards of the same run. If a shard occurs twice, there are two runs. */
export function mergeShards(parts: readonly RecordedRun[]): readonly MergedRun[] {
  const runs: RecordedRun[][] = [];
  for (const part of parts) {
    const run = runs.find((others) => others.every((other) => belongTogether(other.run, part.run)));
    if (run) run.push(part);
    else runs.push([part]);
  }
  return runs.map(merged);
}

function belongTogether(a: RunJson, b: RunJson): boolean {
  return a.shard.of > 1 && a.shard.index !== b.shard.index && subject(a) === subject(b);
}

/** What all shards of a run have in common. */
function subject({ suite, cells, repeat, shard, includeFragile, crossCheck }: RunJson): string {
  return JSON.stringify([suite.sha256, cells, repeat, shard.of, includeFragile, crossCheck]);
}

function merged(parts: readonly RecordedRun[]): MergedRun {
  const [first] = parts as readonly [RecordedRun, ...RecordedRun[]];
  const names = parts.map(({ name }) => name);
  if (parts.length === 1) return { ...first, parts: names };
  const sum = (count: keyof RunJson['selected']) =>
    parts.reduce((total, { run }) => total + run.selected[count], 0);
  const isWhole = parts.length === first.run.shard.of;
  return {
    name: `${first.name} and ${parts.length - 1} more`,
    parts: names,
    run: {
      ...first.run,
      // An incomplete run stays a shard, so that it is not taken for the whole run.
      shard: isWhole ? { index: 1, of: 1 } : first.run.shard,
      selected: {
        cases: sum('cases'),
        recoverable: sum('recoverable'),
        undecided: sum('undecided'),
      },
    },
    async *trials() {
      for (const { trials } of parts) yield* trials();
    },
    async *texts() {
      for (const { texts } of parts) if (texts) yield* texts();
    },
  };
}

/** How the same trials ended in two runs, by cell and tier: the trials in which only one of them reached the tier. */
export interface RunComparison {
  readonly cell: string;
  /** The number of trials that both runs have. */
  readonly trials: number;
  readonly tiers: Readonly<Record<Tier, { readonly onlyFirst: number; readonly onlySecond: number }>>;
}

/** Compares the trials of two runs of the same suite. Runs of different suites have none in common. */
export async function compareRuns(
  first: RecordedRun,
  second: RecordedRun,
): Promise<readonly RunComparison[]> {
  if (first.run.suite.sha256 !== second.run.suite.sha256) return [];
  const height = heightIn(first.run);
  const otherHeight = heightIn(second.run);
  const reached = new Map<string, number>();
  for await (const trial of first.trials()) reached.set(trialKey(trial), height(trial));
  const cells = new Map<string, { trials: number; heights: [number, number][] }>();
  for await (const trial of second.trials()) {
    const before = reached.get(trialKey(trial));
    if (before === undefined) continue;
    const cell = cells.get(trial.cell) ?? { trials: 0, heights: [] };
    cells.set(trial.cell, cell);
    cell.trials++;
    cell.heights.push([before, otherHeight(trial)]);
  }
  return [...cells].map(([cell, { trials, heights }]) => {
    const count = (is: (pair: [number, number]) => boolean) => heights.filter(is).length;
    const of = (tier: Tier) => {
      const needed = tiers.indexOf(tier) + 1;
      return {
        onlyFirst: count(([a, b]) => a >= needed && b < needed),
        onlySecond: count(([a, b]) => b >= needed && a < needed),
      };
    };
    return {
      cell,
      trials,
      tiers: {
        syntactic: of('syntactic'),
        semantic: of('semantic'),
        relaxedIsomorphism: of('relaxedIsomorphism'),
        isomorphism: of('isomorphism'),
      },
    };
  });
}

/** How many tiers the first answers of a run reach, with the reading of the run. */
function heightIn({ cells }: RunJson): (trial: Trial) => number {
  const strict = new Set(cells.filter(readsStrictly).map(({ id }) => id));
  return (trial) => tiersReachedBy(trial, 'first', strict.has(trial.cell));
}

/** The summary of a run, as `report` shows it. */
export interface RunSummary extends Summary {
  readonly name: string;
  readonly parts: readonly string[];
}

/** The summary of the runs on the graphs of a data set, in which each case counts once. */
export interface PooledSummary extends RunSummary {
  /** The names of the runs that are pooled, all of which are in `RunsReport.runs` as well. */
  readonly graphs: readonly string[];
}

/** The summaries of runs, as `report` shows them. */
export interface RunsReport {
  readonly runs: readonly RunSummary[];
  /** The data sets with several graphs. */
  readonly pooled: readonly PooledSummary[];
  /** The comparisons of the first run with each other run. */
  readonly comparisons: readonly { readonly with: string; readonly cells: readonly RunComparison[] }[];
  /** Over all runs. */
  readonly statistics: ComparisonStatistics;
}

/**
 * @param options whether single answers are modelled as well.
 * @throws the signal's reason when aborted.
 */
export async function reportOf(
  runs: readonly MergedRun[],
  signal: AbortSignal,
  options: { readonly byCases?: boolean } = {},
): Promise<RunsReport> {
  const summaries: RunSummary[] = [];
  for (const { name, parts, run, trials } of runs) {
    summaries.push({ name, parts, ...(await summaryOf(run, trials())) });
  }
  const pooled: PooledSummary[] = [];
  for (const { name, parts, graphs, run, trials } of pooledGraphs(runs)) {
    const summary = await summaryOf(run, trials());
    pooled.push({ name, parts, graphs: graphs.map((graph) => graph.name), ...summary });
  }
  const [first, ...others] = runs;
  const comparisons: RunsReport['comparisons'][number][] = [];
  for (const other of others) {
    comparisons.push({ with: other.name, cells: first ? await compareRuns(first, other) : [] });
  }
  return { runs: summaries, pooled, comparisons, statistics: await runStatistics(runs, signal, options) };
}

/** The runs of a report, with those on the graphs of a data set as one. */
export function shownRuns({ runs, pooled }: RunsReport): readonly (RunSummary | PooledSummary)[] {
  const inPool = new Set(pooled.flatMap(({ graphs }) => graphs));
  return [...pooled, ...runs.filter(({ name }) => !inPool.has(name))];
}

/** The runs on the graphs of a data set, in the order of the graphs' names. */
export function graphsOf({ graphs }: PooledSummary, { runs }: RunsReport): readonly RunSummary[] {
  return graphs.flatMap((graph) => runs.find(({ name }) => name === graph) ?? []);
}
