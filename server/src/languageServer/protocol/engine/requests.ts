/** Requests to the engine: a method of the table with what the lsp process knows beside its parameters. */
import type { ModelPrice } from '../../../repair/llm/model/prices.ts';
import type { ModelRepairSettings } from '../../../repair/llm/repairWithModel.ts';
import type {
  BenchmarkProgress,
  EvaluationProgress,
  ModelCheckProgress,
  TriedCases,
  VerifiedCases,
} from '../editor/protocol.ts';
import type { LanguageClient } from '../methods/languageClient.ts';
import type { AnsweredMethod, MethodAnswer, MethodCall } from '../methods/methods.ts';

/** A request as it is sent. */
export type EngineRequest<Name extends AnsweredMethod = AnsweredMethod> = MethodCall<Name> & {
  /** The document that the request is about, '' when it is about no document; the engine that has it answers. */
  readonly uri: string;
  readonly client: LanguageClient;
  /** The id of an answer that this one may build on: long answers contain the difference from it. */
  readonly since?: string;
  /** For methods that need it. Absent where the client can't have models asked. */
  readonly model?: ModelOptions;
  /** Of methods that need it. */
  readonly setup?: EvaluationSetup;
};

/** What the engine answers; null where it does not have the document, or there is no answer. */
export type EngineAnswer<Name extends AnsweredMethod = AnsweredMethod> =
  | (MethodAnswer<Name> & Partial<Versioned>)
  | null;

/** The texts that the answer is valid for. */
export interface Versioned {
  readonly versions: readonly TextVersion[];
}

/** The version of an open text for which an answer is valid. */
export interface TextVersion {
  readonly uri: string;
  readonly version: number;
}

/** How a model is asked; only the lsp process knows where it runs. */
export interface ModelOptions extends ModelRepairSettings {
  /** For marking what it proposed. */
  readonly id: string;
  /** Whether there is a model that can be asked. */
  readonly isConfigured: boolean;
  readonly prices: readonly ModelPrice[];
  /** Whether answers are paid for by the token, even where the price is not known. */
  readonly isPriced: boolean;
}

/** What the user's settings say about evaluations. */
export interface EvaluationSetup {
  /** The model that can be asked, and what distinguishes its endpoint from others. */
  readonly model: { readonly id: string; readonly url: string } | undefined;
  readonly prices: readonly ModelPrice[];
  /** Requests at the same time. */
  readonly concurrency: number;
  /** Programs that may be started: absolute paths. */
  readonly programs: readonly string[];
}

/** The progress of an answer, for programs. */
export type AnswerStep =
  | ({ readonly kind: 'generated' } & BenchmarkProgress)
  | ({ readonly kind: 'verified' } & VerifiedCases)
  | EvaluationStep
  | ModelCheckStep;
export type EvaluationStep =
  | ({ readonly kind: 'evaluated' } & EvaluationProgress)
  | ({ readonly kind: 'tried' } & TriedCases);
export type ModelCheckStep = { readonly kind: 'checked' } & ModelCheckProgress;
