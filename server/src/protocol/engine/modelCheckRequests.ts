/** The requests that are about how well a model speaks Turtle. */
import type { CheckedModel, EstimatedModelCheck, ModelCheckProgress } from '../editor/protocol.ts';
import type { EngineRequestType } from './engineRequestType.ts';
import type { EvaluationSetup } from './evaluationRequests.ts';

export interface ModelCheckRequests {
  readonly estimateModelCheck: EngineRequestType<{ readonly setup: EvaluationSetup }, EstimatedModelCheck>;
  readonly checkModel: EngineRequestType<{ readonly setup: EvaluationSetup }, CheckedModel>;
}

/** How far an answer is. */
export type ModelCheckStep = { readonly kind: 'checked' } & ModelCheckProgress;
