/**
 * The part of the protocol about measuring repair systems. Suites are named by the uris of their suite.json, runs by those
 * of their folders. Requests that ask models work only for clients that can have them asked.
 */
import type { Failure } from './failure.ts';

/** Which systems attempt the cases of a suite. */
export interface EvaluationChoice {
  /**
   * `symbolic`, `noop`, `oracle`, `delete-focus`; `model` and `choose` for the model that is configured; `command:PATH`
   * for one of the programs of the settings; `person:NAME` for a person who edits the files of the cases.
   */
  readonly systems: readonly string[];
  /** How a model is asked: SF+. */
  readonly strategies: readonly string[];
}

export interface EstimateEvaluationParams {
  readonly uri: string;
  readonly plan: EvaluationPlan;
  /** All when left out. */
  readonly cases?: readonly string[];
  readonly partialResultToken?: string | number;
}
export type EvaluationPlan =
  | ({ readonly kind: 'begin' } & EvaluationChoice)
  /** Go on with the run in this folder. */
  | { readonly kind: 'goOn'; readonly run: string };
export type EstimatedEvaluation =
  | {
      readonly kind: 'estimated';
      /** The number of attempts to be made, without those that are recorded. */
      readonly trials: number;
      /** Of systems that ask a model. */
      readonly cells: readonly CellEstimate[];
    }
  | Failure;
/** What a system would cost. Tokens and USD are estimates. */
export interface CellEstimate {
  readonly cell: string;
  readonly requests: number;
  readonly inputTokens: number;
  /** In USD, with answers as long as they may be; null where the price is not known. */
  readonly maxCost: number | null;
  /** The input of a request exceeds the average that is allowed. */
  readonly notRun: boolean;
}

export interface EvaluateParams {
  readonly uri: string;
  /** The folder of the run. Unless the run is continued, the folder holds no run yet. */
  readonly run: string;
  /** Undefined to continue the run in the folder. */
  readonly choice: EvaluationChoice | undefined;
  readonly partialResultToken?: string | number;
}
export interface EvaluationProgress {
  /** For people. */
  readonly message: string;
  /** The progress since the last message, in per cent of the whole. */
  readonly increment?: number;
}
export type Evaluated =
  | {
      readonly kind: 'evaluated';
      /** The numbers of recorded attempts and of all attempts of the run. */
      readonly recorded: number;
      readonly all: number;
      /** Why some are not recorded. */
      readonly stopped: Failure | undefined;
      /** Notes for people: constraints that were left out, systems that were not run. */
      readonly notes: readonly string[];
      /** The uris of the files that a person has not repaired yet; absent when there are none. */
      readonly waiting?: readonly string[];
    }
  | Failure;

export interface TryCasesParams {
  readonly uri: string;
  /** One system, with one strategy if it asks a model. */
  readonly choice: EvaluationChoice;
  /** All when left out. */
  readonly cases?: readonly string[];
  readonly partialResultToken?: string | number;
}
export interface TriedCases {
  readonly tried: readonly TriedCase[];
}
/** The outcome of an attempt at a case. */
export interface TriedCase {
  readonly id: string;
  /** All results are gone, there are no new ones, and no focus node was taken out of its target for that. */
  readonly passed: boolean;
  /** What the system did, and what is wrong with it, in sentences. */
  readonly message: string;
  /** The part of graph.ttl in which the repaired graph differs; undefined where it is the same graph. */
  readonly difference: GraphDifference | undefined;
}
export interface GraphDifference {
  /** As it was before the case. */
  readonly expected: string;
  /** As it is after the repair. */
  readonly actual: string;
  /** Where that begins in graph.ttl, from 0. */
  readonly line: number;
}
export type TryCasesAnswer =
  | { readonly kind: 'tried'; readonly notes: readonly string[]; readonly stopped: Failure | undefined }
  | Failure;

export interface EvaluationRunsParams {
  /** The uris of their run.json. */
  readonly uris: readonly string[];
}
export interface EvaluationRunInfo {
  /** Of the folder. */
  readonly run: string;
  /** The uri of the suite's suite.json; undefined where that is not known. */
  readonly suite: string | undefined;
  /** The graph that the suite was made from. */
  readonly name: string;
  /** The ids of its systems. */
  readonly cells: readonly string[];
  /** The numbers of recorded attempts and of all attempts of the run. */
  readonly recorded: number;
  readonly all: number;
}

export interface EvaluationReportParams {
  readonly runs: readonly string[];
}
export type EvaluationReport = { readonly kind: 'report'; readonly html: string } | Failure;
