import { pageFiles } from '../../platform/reading/pageFiles.ts';
import type { ModelCheckAnswers, ModelCheckQuestion } from '../../protocol/engine/modelCheckMessages.ts';
import { checkModel, estimateModelCheck, type ModelCheckWorld } from './checkModel.ts';

/** Answers what is asked about checks of models, with what this machine has. */
export async function answerModelCheckQuestion(
  { ask, setup }: ModelCheckQuestion,
  asked: Pick<ModelCheckWorld, 'model' | 'step'>,
  signal: AbortSignal,
): Promise<ModelCheckAnswers[ModelCheckQuestion['ask']]> {
  return ask === 'checkModel'
    ? checkModel({ ...asked, setup, pageFiles }, signal)
    : estimateModelCheck(setup);
}
