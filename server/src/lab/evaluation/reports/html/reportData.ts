import type { ComparisonStatistics } from '../../../statistics/comparisonStatistics.ts';
import type { Cell, RunJson } from '../../run/runJson.ts';
import type { Trial } from '../../run/trial.ts';
import type { AnswerFindings } from '../../scores/verdict.ts';
import type { CellSummary } from '../summary.ts';

/** The data of the HTML report. Its texts come from models, data and shapes. */
export interface ReportData {
  readonly title: string;
  /** The suites of the runs, each once. */
  readonly suites: readonly ReportedSuite[];
  readonly runs: readonly ReportedRun[];
  /** Over all runs. */
  readonly statistics: ComparisonStatistics;
  /** The details of some of the trials. */
  readonly details: readonly TrialDetails[];
  /** Long texts, each once; others refer to them by index. */
  readonly texts: readonly string[];
}

/** The details of a trial. */
export interface TrialDetails {
  /** Indices: into `runs`, into the cells of the run, into the cases of its suite. */
  readonly run: number;
  readonly cell: number;
  readonly case: number;
  /** From 1. */
  readonly repeat: number;
  readonly failure: Trial['failure'];
  readonly rounds: readonly RoundDetails[];
}

export interface RoundDetails {
  /** The number of tiers that it reaches, from 0 to 4. */
  readonly height: number;
  /** The messages since the last round; undefined if they were not recorded, null for systems that ask no model. */
  readonly prompt?: number | null;
  readonly answer: number;
  /** The SPARQL Update in the answer; null if there is none. */
  readonly update: number | null;
  /** Remarks on the answer, in words. */
  readonly remarks: readonly string[];
  /** Undefined if the graph is restored, or the verdict was not recorded. */
  readonly verdict?: AnswerFindings;
  readonly tokens: { readonly input: number; readonly output: number } | null;
  readonly ms: number;
}

export interface ReportedSuite {
  readonly name: string;
  /** The cases that were tried, by id. */
  readonly cases: readonly ReportedCase[];
}

export interface ReportedCase {
  readonly id: string;
  readonly dataset: string;
  /** IRI of the component whose violation the case was made for. */
  readonly component: string;
  /** Whether a smallest repair restores the graph; null if that was not decided. */
  readonly recoverable: boolean | null;
}

export interface ReportedRun {
  readonly name: string;
  /** Index into `suites`. */
  readonly suite: number;
  readonly repeat: number;
  readonly shard: RunJson['shard'];
  /** Shares of the cases of the run in which a smallest repair restores the graph, or in which that is unknown. */
  readonly ceiling: { readonly recoverable: number; readonly undecided: number };
  readonly cells: readonly ReportedCell[];
}

export interface ReportedCell
  extends Pick<Cell, 'id' | 'system' | 'strategy' | 'model' | 'notRun'>,
    Pick<CellSummary, 'trials' | 'missing' | 'cost' | 'ms' | 'failures'> {
  /** The maximum number of answers of its trials. */
  readonly rounds: number;
  readonly reached: ReachedTiers;
}

/**
 * The number of tiers that each trial reaches with its first answer, with its last one, and with the best one: a
 * digit from 0 to 4 for each case of the suite and each repeat of it, `-` if there is no trial.
 */
export interface ReachedTiers {
  readonly first: string;
  /** First answers without what they are wrapped in. */
  readonly lenient: string;
  readonly last: string;
  readonly best: string;
}
