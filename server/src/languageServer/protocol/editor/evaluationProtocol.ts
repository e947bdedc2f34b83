/**
 * The part of protocol.ts that is about measuring repair systems. Suites are named by the uris of their suite.json, runs
 * by those of their folders. What asks models works only for clients that can let them be asked.
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
      /** Attempts that are to be made; those that are recorded are not among them. */
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
  /** A request has more input than may be on average. */
  readonly notRun: boolean;
}

export interface EvaluateParams {
  readonly uri: string;
  /** The folder of the run. Unless it is gone on with, it holds no run yet. */
  readonly run: string;
  /** Undefined to go on with the run that the folder holds. */
  readonly choice: EvaluationChoice | undefined;
  readonly partialResultToken?: string | number;
}
export interface EvaluationProgress {
  /** For people. */
  readonly message: string;
  /** How much was done since it was last said, in per cent of all. */
  readonly increment?: number;
}
export type Evaluated =
  | {
      readonly kind: 'evaluated';
      /** Attempts that are recorded, and that the run is to have. */
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
  /** One system, and one strategy where that asks a model. */
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
  /** The graph that the suite was made of. */
  readonly name: string;
  /** The ids of its systems. */
  readonly cells: readonly string[];
  /** Attempts that are recorded, and that the run is to have. */
  readonly recorded: number;
  readonly all: number;
}

export interface EvaluationReportParams {
  readonly runs: readonly string[];
}
export type EvaluationReport = { readonly kind: 'report'; readonly html: string } | Failure;
