/** The part of messages.ts that is about measuring repair systems. */
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

export type EvaluationQuestion =
  | {
      readonly ask: 'estimateEvaluation';
      readonly uri: string;
      readonly plan: EvaluationPlan;
      readonly cases?: readonly string[];
      readonly setup: EvaluationSetup;
    }
  | {
      readonly ask: 'evaluate';
      readonly uri: string;
      readonly run: string;
      readonly choice: EvaluationChoice | undefined;
      readonly setup: EvaluationSetup;
    }
  | {
      readonly ask: 'tryCases';
      readonly uri: string;
      readonly choice: EvaluationChoice;
      readonly cases?: readonly string[];
      readonly setup: EvaluationSetup;
    }
  /** `uri` is the first one. */
  | { readonly ask: 'evaluationRuns'; readonly uri: string; readonly uris: readonly string[] }
  | { readonly ask: 'evaluationReport'; readonly uri: string; readonly runs: readonly string[] };

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

export interface EvaluationAnswers {
  readonly estimateEvaluation: EstimatedEvaluation;
  readonly evaluate: Evaluated;
  readonly tryCases: TryCasesAnswer;
  readonly evaluationRuns: readonly EvaluationRunInfo[];
  readonly evaluationReport: EvaluationReport;
}

/** How far an answer is. */
export type EvaluationStep =
  | ({ readonly kind: 'evaluated' } & EvaluationProgress)
  | ({ readonly kind: 'tried' } & TriedCases);
