import type { ComparisonStatistics } from '../../../statistics/comparisonStatistics.ts';
import type { Cell, RunJson } from '../../run/runJson.ts';
import type { Trial } from '../../run/trial.ts';
import type { Verdict } from '../../scores/verdict.ts';
import type { CellSummary } from '../summary.ts';

/** All that the HTML report shows, as its page gets it. Texts in it come from models, data and shapes. */
export interface ReportData {
  readonly title: string;
  /** The suites that the runs are about, each once. */
  readonly suites: readonly ReportedSuite[];
  readonly runs: readonly ReportedRun[];
  /** Of all runs together. */
  readonly statistics: ComparisonStatistics;
  /** All about some of the trials. */
  readonly details: readonly TrialDetails[];
  /** Long texts, each once; others refer to them by their index. */
  readonly texts: readonly string[];
}

/** What a trial came to, to be looked at. */
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
  /** How many tiers it reaches, from 0 to 4. */
  readonly height: number;
  /** What was sent since the round before; undefined where it was not kept, null for systems that ask no model. */
  readonly prompt?: number | null;
  readonly answer: number;
  /** The SPARQL Update in the answer; null where there is none. */
  readonly update: number | null;
  /** What else is to be known of the answer, in words. */
  readonly remarks: readonly string[];
  /** Undefined where the graph is restored, or where it was not recorded. */
  readonly verdict?: Verdict;
  readonly tokens: { readonly input: number; readonly output: number } | null;
  readonly ms: number;
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
