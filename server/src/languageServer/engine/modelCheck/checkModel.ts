import { version } from '../../../base/version.ts';
import { RunInMemory } from '../../../lab/evaluation/run/runFolder.ts';
import { estimateCheck, quickCheck } from '../../../lab/tasks/check/checkRun.ts';
import { pageFiles } from '../../../platform/reading/shippedFiles.ts';
import type { LanguageModel } from '../../../repair/llm/model/languageModel.ts';
import { priceOf } from '../../../repair/llm/model/prices.ts';
import { today } from '../../../repair/llm/model/spending.ts';
import { checkModels } from '../../jobs/checkModel/checkModels.ts';
import type { PageFiles } from '../../jobs/ports.ts';
import type { CheckedModel, EstimatedModelCheck } from '../../protocol/editor/protocol.ts';
import type { EvaluationSetup, ModelCheckStep } from '../../protocol/engine/requests.ts';
import { failureOf, noModel } from '../../protocol/failures.ts';
import type { modelCheckMethods } from '../../protocol/methods/evaluationMethods.ts';
import type { MethodHandlers, SetupContext } from '../requestContext.ts';

/** Answers requests about checks of models, with the resources of this machine. */
export const modelCheckHandlers: MethodHandlers<keyof typeof modelCheckMethods, SetupContext> = {
  'shaclRepair/estimateModelCheck': async (_, { setup }) => estimateModelCheck(setup),
  'shaclRepair/checkModel': (_, { setup, model, progress }, signal) =>
    checkModel({ setup, model, pageFiles, progress }, signal),
};

/** What a check needs from the process that it runs in. */
export interface ModelCheckContext {
  readonly setup: EvaluationSetup;
  /** The model that is configured. */
  readonly model: (id: string) => LanguageModel;
  readonly pageFiles: PageFiles;
  readonly progress: (message: string, step: ModelCheckStep) => void;
}

/** Estimates what a check would cost. Nothing is sent. */
export function estimateModelCheck({ model, prices }: EvaluationSetup): EstimatedModelCheck {
  if (!model) return noModel;
  const estimates = estimateCheck(quickCheck(model.id, version));
  const costs = estimates.map(({ most }) => priceOf(most, model.id, today(), prices));
  const isKnown = costs.every((cost) => cost !== undefined);
  return {
    kind: 'estimated',
    requests: estimates.reduce((sum, { requests }) => sum + requests, 0),
    inputTokens: estimates.reduce((sum, { inputTokens }) => sum + inputTokens, 0),
    maxCost: isKnown ? costs.reduce((sum: number, cost) => sum + cost!, 0) : null,
  };
}

/**
 * Asks the configured model about twenty questions, and keeps only the report.
 *
 * @throws the signal's reason when aborted.
 */
export async function checkModel(
  { setup, model, pageFiles, progress }: ModelCheckContext,
  signal: AbortSignal,
): Promise<CheckedModel> {
  if (!setup.model) return noModel;
  const { id } = setup.model;
  const json = quickCheck(id, version);
  const day = today();
  const own = model(id);
  const { html, recorded, stopped } = await checkModels(
    json,
    {
      folder: new RunInMemory(),
      modelOf: () => own,
      priceOf: (_, usage) => priceOf(usage, id, day, setup.prices),
      concurrency: setup.concurrency,
      observe({ kind, recorded, all }) {
        if (kind === 'read') return;
        const message = `${recorded} of ${all} questions`;
        progress(message, { kind: 'checked', message, increment: 100 / all });
      },
      pageFiles,
    },
    signal,
  );
  const failure = stopped && failureOf(stopped.error);
  return failure && recorded === 0 ? failure : { kind: 'checked', html, stopped: failure };
}
