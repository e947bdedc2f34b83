import { type PageAssets, selfContainedPage } from '../../../../base/pages/selfContainedPage.ts';
import { escapeInvisibleLine } from '../../../../base/visibleText.ts';
import type { ComparisonStatistics } from '../../../statistics/comparisonStatistics.ts';
import { readsStrictly } from '../../run/runJson.ts';
import { type Trial, type TrialReading, tiersReachedBy } from '../../run/trial.ts';
import { suiteTitle } from '../pooledGraphs.ts';
import { type MergedRun, runStatistics } from '../runStatistics.ts';
import { summaryOf } from '../summary.ts';
import { detailsOf } from './detailsOf.ts';
import type { ReportData, ReportedCase, ReportedCell, ReportedRun, ReportedSuite } from './reportData.ts';

/** The page of esbuild.mjs that draws the report. */
export const reportPage = 'evaluation';

export interface ReportHtmlOptions {
  /** The files of `reportPage`. */
  readonly assets: PageAssets;
  /** The statistics of these runs if they are known already, because they take most of the time. */
  readonly statistics?: ComparisonStatistics;
}

/**
 * The report of one or several runs, complete or not, as one HTML file for browsers and for the editor.
 *
 * @throws the signal's reason when aborted.
 */
export async function reportHtml(
  runs: readonly MergedRun[],
  { assets, statistics }: ReportHtmlOptions,
  signal: AbortSignal,
): Promise<string> {
  const data = await reportDataOf(runs, statistics, signal);
  return selfContainedPage({ title: `Evaluation: ${escapeInvisibleLine(data.title)}`, data }, assets);
}

/**
 * Collects the data of a report on runs.
 *
 * @param statistics of these runs, if they are known.
 * @throws the signal's reason when aborted.
 */
export async function reportDataOf(
  runs: readonly MergedRun[],
  statistics: ComparisonStatistics | undefined,
  signal: AbortSignal,
): Promise<ReportData> {
  const suites = await suitesOf(runs);
  const places = new Map([...suites.keys()].map((sha256, index) => [sha256, index]));
  const reported: ReportedRun[] = [];
  for (const run of runs) {
    signal.throwIfAborted();
    const { sha256 } = run.run.suite;
    reported.push(await reportedRun(run, places.get(sha256)!, suites.get(sha256)!));
  }
  const listed = [...suites.values()];
  return {
    title: runs.map(({ name }) => name).join(' and '),
    suites: listed,
    runs: reported,
    ...(await detailsOf(runs, reported, listed)),
    statistics: statistics ?? (await runStatistics(runs, signal)),
  };
}

/** The suites with the cases that any of the runs has tried, by hash. */
async function suitesOf(runs: readonly MergedRun[]): Promise<ReadonlyMap<string, ReportedSuite>> {
  const suites = new Map<string, { readonly name: string; readonly cases: Map<string, ReportedCase> }>();
  for (const { run, trials } of runs) {
    const { sha256 } = run.suite;
    const { cases } = suites.get(sha256) ?? { cases: new Map() };
    suites.set(sha256, { name: suiteTitle(run.suite), cases });
    for await (const { case: id, facts } of trials()) {
      const { dataset, component, recoverable } = facts;
      if (!cases.has(id)) cases.set(id, { id, dataset, component, recoverable });
    }
  }
  return new Map(
    [...suites].map(([sha256, { name, cases }]) => [
      sha256,
      { name, cases: [...cases.values()].sort((a, b) => (a.id < b.id ? -1 : 1)) },
    ]),
  );
}

async function reportedRun(
  { name, run, trials }: MergedRun,
  suite: number,
  { cases }: ReportedSuite,
): Promise<ReportedRun> {
  const { repeat, shard } = run;
  const places = new Map(cases.map(({ id }, index) => [id, index]));
  const heights = new Map(
    run.cells.map((cell) => [cell.id, new Heights(cases.length * repeat, readsStrictly(cell))]),
  );
  for await (const trial of trials()) {
    if (trial.repeat > repeat) continue;
    const place = places.get(trial.case)! * repeat + trial.repeat - 1;
    heights.get(trial.cell)?.add(trial, place);
  }
  const { ceiling, cells } = await summaryOf(run, trials());
  return {
    name,
    suite,
    repeat,
    shard,
    ceiling,
    cells: cells.map((cell): ReportedCell => {
      const { id, system, strategy, model, notRun, missing, cost, ms, failures } = cell;
      const { reached, rounds } = heights.get(id)!;
      const known = { id, system, strategy, model, notRun, missing, cost, ms, failures };
      return { ...known, trials: cell.trials, rounds, reached };
    }),
  };
}

/** Collects the tiers that the trials of a cell reach. */
class Heights {
  readonly #digits: Readonly<Record<TrialReading, string[]>>;
  readonly #isStrict: boolean;
  rounds = 0;

  constructor(places: number, isStrict: boolean) {
    const none = () => Array.from({ length: places }, () => '-');
    this.#isStrict = isStrict;
    this.#digits = { first: none(), lenient: none(), last: none(), best: none() };
  }

  add(trial: Trial, place: number): void {
    this.rounds = Math.max(this.rounds, trial.rounds.length);
    for (const reading of ['first', 'lenient', 'last', 'best'] as const) {
      this.#digits[reading][place] = String(tiersReachedBy(trial, reading, this.#isStrict));
    }
  }

  get reached(): ReportedCell['reached'] {
    const { first, lenient, last, best } = this.#digits;
    return { first: first.join(''), lenient: lenient.join(''), last: last.join(''), best: best.join('') };
  }
}
