import type { Cell, RunJson } from '../run/runJson.ts';
import type { MergedRun } from './runStatistics.ts';

/** Runs of the same systems on the graphs of one data set. */
export interface PooledRun extends MergedRun {
  /** The run on each graph, in the order of their names. */
  readonly graphs: readonly MergedRun[];
}

/**
 * Pools the runs on the graphs of a data set, in which each case counts once, as if the data set had one graph. Runs belong
 * together that tried the same systems in the same way; a graph that was tried twice is in two pools.
 *
 * @returns pools of at least two graphs.
 */
export function pooledGraphs(runs: readonly MergedRun[]): readonly PooledRun[] {
  const pools: MergedRun[][] = [];
  for (const run of runs) {
    if (run.run.suite.graph === undefined) continue;
    const pool = pools.find(
      (others) =>
        design(others[0]!.run) === design(run.run) &&
        others.every((other) => other.run.suite.graph !== run.run.suite.graph),
    );
    if (pool) pool.push(run);
    else pools.push([run]);
  }
  return pools.filter(({ length }) => length > 1).map(pooled);
}

/** What runs of a pool have in common. A cell may be too expensive for some of the graphs. */
function design({ suite, cells, repeat, includeFragile, crossCheck }: RunJson): string {
  const tried = cells.map(({ notRun: _, ...cell }) => cell);
  return JSON.stringify([suite.name, tried, repeat, includeFragile, crossCheck]);
}

function pooled(unsorted: readonly MergedRun[]): PooledRun {
  const graphs = unsorted.toSorted((a, b) => (graphName(a) < graphName(b) ? -1 : 1));
  const first = graphs[0]!.run;
  const sum = (count: (run: RunJson) => number) => graphs.reduce((total, { run }) => total + count(run), 0);
  const { graph: _graph, triples: _triples, shapesTriples: _shapes, ...suite } = first.suite;
  return {
    name: suite.name,
    parts: graphs.flatMap(({ parts }) => parts),
    graphs,
    run: {
      ...first,
      suite: {
        ...suite,
        sha256: graphs.map(({ run }) => run.suite.sha256).join(' '),
        cases: sum((run) => run.suite.cases),
        fragile: sum((run) => run.suite.fragile),
      },
      suiteFolder: null,
      cells: first.cells.map((cell, i): Cell => ({ ...cell, notRun: notRunIn(graphs, i) })),
      shard: { index: 1, of: 1 },
      selected: {
        cases: sum((run) => run.selected.cases),
        recoverable: sum((run) => run.selected.recoverable),
        undecided: sum((run) => run.selected.undecided),
      },
    },
    async *trials() {
      for (const each of graphs) {
        for await (const trial of each.trials()) yield { ...trial, case: `${graphName(each)} ${trial.case}` };
      }
    },
    async *texts() {
      for (const { texts } of graphs) if (texts) yield* texts();
    },
  };
}

/** Why a cell was run on no graph; null if it was run on some. */
function notRunIn(graphs: readonly MergedRun[], cell: number): string | null {
  const reasons = graphs.map(({ run }) => run.cells[cell]!.notRun);
  return reasons.includes(null) ? null : reasons[0]!;
}

function graphName({ run }: MergedRun): string {
  return run.suite.graph ?? '';
}

/** The name of a suite: its data set, with the graph if the data set has several. */
export function suiteTitle({ name, graph }: Pick<RunJson['suite'], 'name' | 'graph'>): string {
  return graph === undefined ? name : `${name}, ${graph}`;
}
