import { pageFiles } from '../../platform/reading/pageFiles.ts';
import type { ModelCheckRequests } from '../../protocol/engine/modelCheckRequests.ts';
import type { RequestHandlers } from '../requestContext.ts';
import { checkModel, estimateModelCheck } from './checkModel.ts';

/** Answers what is asked about checks of models, with what this machine has. */
export const modelCheckRequests: RequestHandlers<keyof ModelCheckRequests> = {
  estimateModelCheck: async ({ setup }) => estimateModelCheck(setup),
  checkModel: ({ setup }, { model, progress }, signal) =>
    checkModel({ setup, model, pageFiles, progress }, signal),
};
