import { breathe } from '../../base/abort.ts';
import type { TokenUsage } from '../../llm/model/languageModel.ts';
import { dollars } from '../../llm/model/spending.ts';
import { estimateInput } from '../../llm/prompt/estimateInput.ts';
import type { LoadedCase } from '../../vio/suite/readSuite.ts';
import type { EvaluatedSuite } from '../suite/evaluatedSuite.ts';
import type { RunningCell } from './runTrials.ts';

/** What a cell takes, before anything is asked. Tokens are estimated. */
export interface Estimate {
  readonly cell: RunningCell;
  /** First requests of all cases that were looked at. */
  readonly requests: number;
  readonly inputTokens: number;
  /** Output at most, by the limit of an answer. */
  readonly outputTokens: number;
  /** The mean is larger than the limit. */
  readonly isOver: boolean;
}

/** How much the input of a request may be on average. */
export interface InputLimit {
  /** In USD, for models whose price is known. */
  readonly meanCost: number;
  /** For others. */
  readonly meanTokens: number;
}

/** In the paper, cells whose input costs more than 0.50 USD were not run; at its prices that is 200,000 tokens. */
export const paperLimit: InputLimit = { meanCost: 0.5, meanTokens: 200_000 };

/**
 * Makes the first request of each case and counts its tokens, for all cells that ask a model. When those of a cell have
 * come to two million, what was looked at stands for the rest: prompts with all of a large graph are much alike, and
 * take seconds to make.
 *
 * @param tell is told how many cases were looked at.
 */
export async function estimateCells(
  cells: readonly RunningCell[],
  suite: EvaluatedSuite,
  { cases, limit, tell }: EstimateOptions,
  signal: AbortSignal,
): Promise<readonly Estimate[]> {
  const counts = cells
    .filter(({ repair }) => repair.firstRequest)
    .map((cell) => ({ cell, requests: 0, inputTokens: 0, outputTokens: 0 }));
  for (const [i, each] of cases.entries()) {
    const open = counts.filter(({ inputTokens }) => inputTokens < enoughTokens);
    if (open.length === 0) break;
    const task = await suite.task(each, signal);
    for (const count of open) {
      await breathe(signal);
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

/** The cells, those whose input is over the limit with why they are not run. */
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

function whyOver(estimate: Estimate, { meanCost, meanTokens }: InputLimit): string {
  const mean = Math.round(meanInput(estimate));
  const tokens = `about ${mean.toLocaleString('en')} tokens of input a request`;
  const cost = estimate.cell.price?.(inputOf(mean));
  return cost === undefined
    ? `${tokens}, more than ${meanTokens.toLocaleString('en')}`
    : `${tokens}, ${dollars(cost)}, more than ${dollars(meanCost)}`;
}

function meanInput({ inputTokens, requests }: Pick<Estimate, 'inputTokens' | 'requests'>): number {
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
 * True when no request can be over the limit, because shapes and graph together are not: then there is nothing to
 * estimate.
 */
function isSurelyWithin(
  { suite: { texts } }: EvaluatedSuite,
  cells: readonly RunningCell[],
  limit: InputLimit,
): boolean {
  // A token is a character at least; IRIs may be written longer in prompts than in files, and primers are short.
  const most = 2 * (texts['graph.ttl'].length + texts['manifest.ttl'].length) + 10_000;
  return cells.every((cell) => !isOver(cell, most, limit));
}
