import type { Statistics } from '../../statistics/statistics.ts';
import type { Cell, RunJson } from '../runJson.ts';
import type { CellSummary } from '../summary.ts';

/** All that the HTML report shows, as its page gets it. Texts in it come from models, data and shapes. */
export interface ReportData {
  readonly title: string;
  /** The suites that the runs are about, each once. */
  readonly suites: readonly ReportedSuite[];
  readonly runs: readonly ReportedRun[];
  /** Of all runs together. */
  readonly statistics: Statistics;
}

export interface ReportedSuite {
  readonly name: string;
  /** Those that were tried, by their ids. */
  readonly cases: readonly ReportedCase[];
}

export interface ReportedCase {
  readonly id: string;
  readonly dataset: string;
  /** IRI of the component whose violation the case was made for. */
  readonly component: string;
  /** Whether a smallest repair restores the graph; null where that was not decided. */
  readonly recoverable: boolean | null;
}

export interface ReportedRun {
  readonly name: string;
  /** Index into `suites`. */
  readonly suite: number;
  readonly repeat: number;
  readonly shard: RunJson['shard'];
  /** Shares of the cases of the run: a smallest repair restores the graph, or nobody knows whether one does. */
  readonly ceiling: { readonly recoverable: number; readonly undecided: number };
  readonly cells: readonly ReportedCell[];
}

export interface ReportedCell
  extends Pick<Cell, 'id' | 'system' | 'strategy' | 'model' | 'notRun'>,
    Pick<CellSummary, 'trials' | 'missing' | 'cost' | 'ms' | 'failures'> {
  /** The most answers that a trial of it has. */
  readonly rounds: number;
  readonly reached: Reached;
}

/**
 * How many tiers each trial reaches by its first answer, its last one, and the one that got furthest: a digit from 0 to
 * 4 for each case of the suite and each repeat of it, `-` where there is no trial.
 */
export interface Reached {
  readonly first: string;
  readonly last: string;
  readonly best: string;
}
