import { costText, type Spending, spendingText, spentOn } from '../../llm/model/spending.ts';
import type { ModelJson } from '../../report/repairJson.ts';
import type { RequestedModel } from '../input/modelOptions.ts';

/** What asking took, a line for people; none when nothing was asked. */
export function spendingLine({ id, limits }: RequestedModel, spending: Spending): string {
  if (spending.answers === 0) return '';
  const cost = spentOn(spending, id, limits.prices);
  const remedy = cost === undefined ? ' (give --prices)' : '';
  return `${id}: ${spendingText('answer', spending, costText(cost, spending.usage) + remedy)}\n`;
}

/** The same for programs: tokens, and USD where the price is known. */
export function spendingJson({ id, strategy, limits }: RequestedModel, spending: Spending): ModelJson {
  const { answers, fromCache, usage } = spending;
  return {
    id,
    strategy,
    answers,
    fromCache,
    inputTokens: usage.input,
    outputTokens: usage.output,
    estimated: usage.estimated,
    cost: spentOn(spending, id, limits.prices) ?? null,
  };
}
