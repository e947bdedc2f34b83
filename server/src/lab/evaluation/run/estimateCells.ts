import { yieldToEventLoop } from '../../../base/abort.ts';
import { estimateInput } from '../../../repair/llm/model/estimateTokens.ts';
import type { TokenUsage } from '../../../repair/llm/model/languageModel.ts';
import { dollars } from '../../../repair/llm/model/spending.ts';
import { contextFile } from '../../../vio/suite/format.ts';
import type { LoadedCase } from '../../../vio/suite/readSuite.ts';
import type { EvaluatedSuite } from '../suite/evaluatedSuite.ts';
import type { RunningCell } from './runTrials.ts';

/** The estimated tokens of a cell, before anything is asked. */
export interface CellTokens {
  readonly cell: RunningCell;
  /** The number of first requests that were prepared. */
  readonly requests: number;
  readonly inputTokens: number;
  /** The maximum output, according to the limit for an answer. */
  readonly outputTokens: number;
  /** True when the mean exceeds the limit. */
  readonly isOver: boolean;
}

/** The maximum average input of a request. */
export interface InputLimit {
  /** In USD, for models whose price is known. */
  readonly meanCost: number;
  /** For other models. */
  readonly meanTokens: number;
}

/** The paper did not run cells whose input costs more than 0.50 USD, which is 200,000 tokens at its prices. */
export const paperLimit: InputLimit = { meanCost: 0.5, meanTokens: 200_000 };

/**
 * Prepares the first request of each case and counts its tokens, for all cells that ask a model. After two million
 * tokens of a cell, the cases so far represent the rest: prompts with all of a large graph are similar and take
 * seconds to prepare.
 *
 * @param tell receives the number of cases so far.
 */
export async function estimateCells(
  cells: readonly RunningCell[],
  suite: EvaluatedSuite,
  { cases, limit, tell }: EstimateOptions,
  signal: AbortSignal,
): Promise<readonly CellTokens[]> {
  const counts = cells
    .filter(({ repair }) => repair.firstRequest)
    .map((cell) => ({ cell, requests: 0, inputTokens: 0, outputTokens: 0 }));
  for (const [i, each] of cases.entries()) {
    const open = counts.filter(({ inputTokens }) => inputTokens < enoughTokens);
    if (open.length === 0) break;
    const task = await suite.task(each, signal);
    for (const count of open) {
      await yieldToEventLoop(signal);
      const request = await count.cell.repair.firstRequest!(task, signal);
      count.requests++;
      count.inputTokens += estimateInput(request);
      count.outputTokens += request.maxTokens;
    }
    tell(i + 1);
  }
  return counts.map((count) => ({ ...count, isOver: isOver(count.cell, meanInput(count), limit) }));
}

export interface EstimateOptions {
  readonly cases: readonly LoadedCase[];
  readonly limit: InputLimit;
  readonly tell: (cases: number) => void;
}

/** The cells. Those whose input exceeds the limit have the reason why they are not run. */
export async function withoutExpensive(
  cells: readonly RunningCell[],
  suite: EvaluatedSuite,
  options: EstimateOptions,
  signal: AbortSignal,
): Promise<readonly RunningCell[]> {
  const asked = cells.filter(({ repair }) => repair.firstRequest);
  if (asked.length === 0 || isSurelyWithin(suite, asked, options.limit)) return cells;
  const estimates = await estimateCells(asked, suite, options, signal);
  return cells.map((cell) => {
    const estimate = estimates.find((each) => each.cell === cell);
    return estimate?.isOver ? { ...cell, notRun: whyOver(estimate, options.limit) } : cell;
  });
}

function whyOver(estimate: CellTokens, { meanCost, meanTokens }: InputLimit): string {
  const mean = Math.round(meanInput(estimate));
  const tokens = `about ${mean.toLocaleString('en')} tokens of input a request`;
  const cost = estimate.cell.price?.(inputOf(mean));
  return cost === undefined
    ? `${tokens}, more than ${meanTokens.toLocaleString('en')}`
    : `${tokens}, ${dollars(cost)}, more than ${dollars(meanCost)}`;
}

function meanInput({ inputTokens, requests }: Pick<CellTokens, 'inputTokens' | 'requests'>): number {
  return requests === 0 ? 0 : inputTokens / requests;
}

const enoughTokens = 2_000_000;

function isOver({ price }: RunningCell, meanTokens: number, limit: InputLimit): boolean {
  const cost = price?.(inputOf(meanTokens));
  return cost === undefined ? meanTokens > limit.meanTokens : cost > limit.meanCost;
}

export function inputOf(tokens: number): TokenUsage {
  return { input: tokens, output: 0, estimated: true };
}

/**
 * True when no request can exceed the limit, because shapes, graph and ontologies together do not. Then there is nothing to
 * estimate.
 */
function isSurelyWithin(
  { suite: { texts } }: EvaluatedSuite,
  cells: readonly RunningCell[],
  limit: InputLimit,
): boolean {
  // A token has at least one character. Prompts may write IRIs longer than files do, and the rest of a prompt is
  // short.
  const context = texts[contextFile]?.length ?? 0;
  const most = 2 * (texts['graph.ttl'].length + context + texts['manifest.ttl'].length) + 10_000;
  return cells.every((cell) => !isOver(cell, most, limit));
}
