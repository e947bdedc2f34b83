import { version } from '../../base/version.ts';
import { type LanguageModel, ModelError } from '../../llm/model/languageModel.ts';
import { priceOf } from '../../llm/model/prices.ts';
import { today } from '../../llm/model/spending.ts';
import type { PageAssets } from '../../pages/selfContainedPage.ts';
import type { CheckedModel, EstimatedModelCheck, Failure } from '../../protocol/editor/protocol.ts';
import type { EvaluationSetup } from '../../protocol/engine/evaluationRequests.ts';
import type { ModelCheckStep } from '../../protocol/engine/modelCheckRequests.ts';
import { failureOf, noModel } from '../../protocol/failures.ts';
import { checkHtml, checkPage } from '../../tasks/check/checkHtml.ts';
import { checkReport } from '../../tasks/check/checkReport.ts';
import { type CheckTrial, runCheck, trialsOf } from '../../tasks/check/checkRun.ts';
import { estimateCheck } from '../../tasks/check/estimateCheck.ts';
import { quickCheck } from '../../tasks/check/quickCheck.ts';

/** What a check needs of the process that it runs in. */
export interface ModelCheckContext {
  readonly setup: EvaluationSetup;
  /** The model that is configured. */
  readonly model: (id: string) => LanguageModel;
  readonly pageFiles: (name: string) => Promise<PageAssets>;
  readonly progress: (message: string, step: ModelCheckStep) => void;
}

/** Says what a check would take. Nothing is sent. */
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
 * Asks the model that is configured about twenty questions, and keeps nothing but the report.
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
  const all = [...trialsOf(json)].length;
  const trials: CheckTrial[] = [];
  const day = today();
  const own = model(id);
  const stopped = await stopOf(async () => {
    const { reason } = await runCheck(
      json,
      {
        modelOf: () => own,
        priceOf: (_, usage) => priceOf(usage, id, day, setup.prices),
        done: new Set(),
        concurrency: setup.concurrency,
        async record(trial) {
          trials.push(trial);
          const message = `${trials.length} of ${all} questions`;
          progress(message, { kind: 'checked', message, increment: 100 / all });
        },
      },
      signal,
    );
    return reason;
  });
  if (stopped && trials.length === 0) return stopped;
  const report = await checkReport(json, trials);
  return { kind: 'checked', html: await checkHtml(report, await pageFiles(checkPage)), stopped };
}

/** Why not all questions are answered; undefined when they are. */
async function stopOf(work: () => Promise<ModelError | undefined>): Promise<Failure | undefined> {
  try {
    const reason = await work();
    return reason && failureOf(reason);
  } catch (error) {
    if (error instanceof ModelError) return failureOf(error);
    throw error;
  }
}
