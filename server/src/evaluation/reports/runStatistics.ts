import { isStrategy, partsOf } from '../../llm/prompt/strategy.ts';
import { type ComparisonStatistics, statisticsOf } from '../../statistics/comparisonStatistics.ts';
import type { Observation, ObservedStrategy } from '../../statistics/observation.ts';
import type { RecordedRun } from '../run/recordedRun.ts';
import type { Cell } from '../run/runJson.ts';
import { scoresOf } from '../run/trial.ts';
import { tiers } from '../scores/scores.ts';
import type { Summary } from './summary.ts';

/** report.json: what a run came to, and what it says of contexts and models. */
export interface RunReport extends Summary {
  readonly statistics: ComparisonStatistics;
}

/**
 * Compares what runs tried by their first answers, all together: runs of several suites are data sets of one design.
 * What two runs tried on the same suite by the same name is told apart by the names of the runs.
 *
 * @throws the signal's reason when aborted.
 */
export async function runStatistics(
  runs: readonly RecordedRun[],
  signal: AbortSignal,
): Promise<ComparisonStatistics> {
  const observations: Observation[] = [];
  for (const part of runs) {
    const cells = new Map(part.run.cells.map((cell) => [cell.id, cell]));
    for await (const trial of part.trials()) {
      const cell = cells.get(trial.cell);
      if (cell === undefined) continue;
      const scores = scoresOf(trial, 'first');
      const observed = {
        dataset: trial.facts.dataset,
        model: systemName(cell, part, runs),
        strategy: observedStrategy(cell),
        caseId: `${part.run.suite.sha256} ${trial.case}`,
      };
      for (const metric of tiers) observations.push({ ...observed, metric, value: scores[metric] ? 1 : 0 });
    }
  }
  const names = runs.flatMap((part) => part.run.cells.map((cell) => systemName(cell, part, runs)));
  return statisticsOf(observations, { metrics: tiers, models: [...new Set(names)], seed }, signal);
}

/** The numbers of a report can be had again. */
const seed = 1;

/** Systems that ask models have the model in their names. */
function systemName({ id, system }: Cell, { name, run }: RecordedRun, runs: readonly RecordedRun[]): string {
  const hasNamesake = runs.some(
    (other) =>
      other.run !== run &&
      other.run.suite.sha256 === run.suite.sha256 &&
      other.run.cells.some((cell) => cell.id === id),
  );
  return hasNamesake ? `${system} (${name})` : system;
}

function observedStrategy({ strategy }: Cell): ObservedStrategy | undefined {
  if (strategy === null || !isStrategy(strategy)) return undefined;
  const { shapes, data } = partsOf(strategy);
  return { manifest: shapes, graph: data };
}
