import { type CancellationToken, window } from 'vscode';
import type * as protocol from '../../../server/src/languageServer/protocol/editor/protocol.ts';
import { counted } from '../counted.ts';
import { hostOf } from '../model/apiKeys.ts';
import { showFailure } from '../model/askModel.ts';
import { modelChoice, modelName } from '../model/modelSupport.ts';
import type { Evaluations } from './evaluations.ts';

/**
 * Shows what a model would be asked and what that costs, before anything is sent, and asks for consent.
 *
 * @returns the answer; undefined if the estimate failed, after telling the user why.
 */
export async function confirmModel(
  evaluations: Evaluations,
  params: Parameters<Evaluations['estimate']>[0],
  token: CancellationToken,
  follow?: (progress: protocol.EvaluationProgress) => void,
): Promise<boolean | undefined> {
  const estimate = await evaluations.estimate(params, token, follow);
  if (!estimate) return undefined;
  if (estimate.kind === 'failed') {
    void showFailure(estimate);
    return undefined;
  }
  const cells = estimate.cells.filter(({ notRun }) => !notRun);
  const requests = cells.reduce((sum, cell) => sum + cell.requests, 0);
  if (requests === 0) return true;
  const name = modelName(modelChoice());
  const ask = 'Ask';
  const question = `Ask ${name} ${requests === 1 ? 'once' : `${requests.toLocaleString('en')} times`}?`;
  const options = { modal: true, detail: detailOf(estimate.cells) };
  return (await window.showWarningMessage(question, options, ask)) === ask;
}

function detailOf(cells: readonly protocol.CellEstimate[]): string {
  const lines = cells.map(({ cell, requests, inputTokens, maxCost, notRun }) =>
    notRun
      ? `${cell}: left out because its prompts are too long on average`
      : `${cell}: ${counted(requests, 'request')}, about ${counted(inputTokens, 'token')} of input, ${costText(maxCost)}`,
  );
  const costs = cells.filter(({ notRun }) => !notRun).map(({ maxCost }) => maxCost);
  const isKnown = costs.length > 1 && costs.every((cost) => cost !== null);
  const all = costs.reduce<number>((sum, cost) => sum + (cost ?? 0), 0);
  return [
    ...lines,
    ...(isKnown ? [`In total: ${costText(all)}`] : []),
    '',
    `The shapes and data of the suite that each strategy shows are sent to ${receiver()}. Recorded answers are reused.`,
  ].join('\n');
}

export function receiver(): string {
  const { provider, baseUrl } = modelChoice();
  return provider === 'vscode' ? 'the language model of VS Code' : (hostOf(baseUrl)?.name ?? baseUrl);
}

export function costText(cost: number | null): string {
  if (cost === null) return 'at an unknown price (see the setting shaclRepair.model.prices)';
  return `at most ${cost.toLocaleString('en', { minimumFractionDigits: 2, maximumFractionDigits: 2 })} USD`;
}
