/** The requests that are about measuring repair systems. */
import type { ModelPrice } from '../../llm/model/prices.ts';
import type {
  EstimatedEvaluation,
  Evaluated,
  EvaluationChoice,
  EvaluationPlan,
  EvaluationProgress,
  EvaluationReport,
  EvaluationRunInfo,
  TriedCases,
  TryCasesAnswer,
} from '../editor/protocol.ts';
import type { EngineRequestType } from './engineRequestType.ts';

export interface EvaluationRequests {
  readonly estimateEvaluation: EngineRequestType<
    {
      readonly plan: EvaluationPlan;
      readonly cases?: readonly string[];
      readonly setup: EvaluationSetup;
    },
    EstimatedEvaluation
  >;
  readonly evaluate: EngineRequestType<
    {
      readonly run: string;
      readonly choice: EvaluationChoice | undefined;
      readonly setup: EvaluationSetup;
    },
    Evaluated
  >;
  readonly tryCases: EngineRequestType<
    {
      readonly choice: EvaluationChoice;
      readonly cases?: readonly string[];
      readonly setup: EvaluationSetup;
    },
    TryCasesAnswer
  >;
  /** `uri` is the first one. */
  readonly evaluationRuns: EngineRequestType<
    { readonly uris: readonly string[] },
    readonly EvaluationRunInfo[]
  >;
  /** `uri` is the first one. */
  readonly evaluationReport: EngineRequestType<{ readonly runs: readonly string[] }, EvaluationReport>;
}

/** What the user's settings say. */
export interface EvaluationSetup {
  /** The model that can be asked, and what tells its endpoint from others. */
  readonly model: { readonly id: string; readonly url: string } | undefined;
  readonly prices: readonly ModelPrice[];
  /** Requests at the same time. */
  readonly concurrency: number;
  /** Programs that may be started: absolute paths. */
  readonly programs: readonly string[];
}

/** How far an answer is. */
export type EvaluationStep =
  | ({ readonly kind: 'evaluated' } & EvaluationProgress)
  | ({ readonly kind: 'tried' } & TriedCases);
