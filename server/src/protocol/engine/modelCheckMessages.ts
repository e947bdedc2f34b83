/** The part of messages.ts that is about finding out how well a model speaks Turtle. */
import type { CheckedModel, EstimatedModelCheck, ModelCheckProgress } from '../editor/protocol.ts';
import type { EvaluationSetup } from './evaluationMessages.ts';

export type ModelCheckQuestion =
  | { readonly ask: 'estimateModelCheck'; readonly uri: string; readonly setup: EvaluationSetup }
  | { readonly ask: 'checkModel'; readonly uri: string; readonly setup: EvaluationSetup };

export interface ModelCheckAnswers {
  readonly estimateModelCheck: EstimatedModelCheck;
  readonly checkModel: CheckedModel;
}

/** How far an answer is. */
export type ModelCheckStep = { readonly kind: 'checked' } & ModelCheckProgress;
