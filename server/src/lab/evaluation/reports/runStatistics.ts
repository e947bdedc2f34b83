import { isStrategy, partsOf } from '../../../repair/llm/prompt/strategy.ts';
import { type ComparisonStatistics, statisticsOf } from '../../statistics/comparisonStatistics.ts';
import type { Observation, ObservedStrategy } from '../../statistics/observation.ts';
import { type KeptText, keptTexts } from '../requests/promptLog.ts';
import type { RunFolder } from '../run/runFolder.ts';
import { type Cell, type RunJson, readsStrictly } from '../run/runJson.ts';
import { scoresOf, type Trial } from '../run/trial.ts';
import { recordedTrials } from '../run/trialLog.ts';
import { tiers } from '../scores/scores.ts';
import { isControl } from '../systems/plainSystems.ts';
import type { Summary } from './summary.ts';

/** report.json: the results of a run and how its contexts and models compare. */
export interface RunReport extends Summary {
  readonly statistics: ComparisonStatistics;
}

/**
 * Compares the first answers of runs. Runs of several suites are data sets of one design. If two runs tried systems of the
 * same name on the same suite, the names of the runs distinguish them. Controls are compared only with each other.
 *
 * @throws the signal's reason when aborted.
 */
export async function runStatistics(
  runs: readonly RecordedRun[],
  signal: AbortSignal,
  { byCases = false }: { readonly byCases?: boolean } = {},
): Promise<ComparisonStatistics> {
  const observations: Observation[] = [];
  const rivals = runs.some(({ run }) => run.cells.some(({ system }) => !isControl(system)));
  const comparedIn = ({ run }: RecordedRun) =>
    run.cells.filter(({ system }) => !rivals || !isControl(system));
  for (const part of runs) {
    const cells = new Map(comparedIn(part).map((cell) => [cell.id, cell]));
    for await (const trial of part.trials()) {
      const cell = cells.get(trial.cell);
      if (cell === undefined) continue;
      const scores = scoresOf(trial, 'first', readsStrictly(cell));
      const observed = {
        dataset: trial.facts.dataset,
        model: systemName(cell, part, runs),
        strategy: observedStrategy(cell),
        caseId: `${part.run.suite.sha256} ${trial.case}`,
      };
      for (const metric of tiers) observations.push({ ...observed, metric, value: scores[metric] ? 1 : 0 });
    }
  }
  const names = runs.flatMap((part) => comparedIn(part).map((cell) => systemName(cell, part, runs)));
  return statisticsOf(observations, { metrics: tiers, models: [...new Set(names)], seed, byCases }, signal);
}

/** A fixed seed makes the numbers of a report reproducible. */
const seed = 1;

/** The names of systems that ask models contain the model. */
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

/** A run, complete or not. */
export interface RecordedRun {
  /** The name that users know it by. */
  readonly name: string;
  readonly run: RunJson;
  readonly trials: () => AsyncIterable<Trial>;
  /** The texts that models were sent; absent if they were not recorded. */
  readonly texts?: () => AsyncIterable<KeptText>;
}

/** A run with all its available shards. */
export interface MergedRun extends RecordedRun {
  readonly parts: readonly string[];
}

/** The run in a folder. */
export function recordedRun(
  name: string,
  run: RunJson,
  folder: Pick<RunFolder, 'lines'>,
): Required<RecordedRun> {
  return { name, run, trials: () => recordedTrials(folder), texts: () => keptTexts(folder) };
}
