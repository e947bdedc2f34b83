import { breathe } from '../base/abort.ts';
import { estimateInput } from '../llm/estimateInput.ts';
import type { TokenUsage } from '../llm/languageModel.ts';
import type { LoadedCase } from '../vio/suite/readSuite.ts';
import type { EvaluatedSuite } from './evaluatedSuite.ts';
import type { RunningCell } from './run.ts';

/** What a cell takes, before anything is asked. Tokens are estimated. */
export interface Estimate {
  readonly cell: RunningCell;
  /** First requests of all cases that were looked at. */
  readonly requests: number;
  readonly inputTokens: number;
  /** Output at most, by the limit of an answer. */
  readonly outputTokens: number;
  /** The mean is larger than the limit already by what was looked at. */
  readonly isOver: boolean;
}

/** What the input of a request may cost on average; the cheaper half of the models sees no more than so many tokens. */
export interface InputLimit {
  /** In USD, for models whose price is known. */
  readonly meanCost: number;
  /** For others. */
  readonly meanTokens: number;
}

/** In the paper, cells whose input costs more than 0.50 USD were not run; at its prices that is 200,000 tokens. */
export const paperLimit: InputLimit = { meanCost: 0.5, meanTokens: 200_000 };

/**
 * Makes the first request of each case and counts its tokens. Stops at the case by which it is sure that the mean over
 * all cases is above the limit: prompts with all of a large graph take seconds to make.
 *
 * @returns undefined for systems that ask no model.
 */
export async function estimateCell(
  cell: RunningCell,
  suite: EvaluatedSuite,
  cases: readonly LoadedCase[],
  limit: InputLimit,
  signal: AbortSignal,
): Promise<Estimate | undefined> {
  const { repair } = cell;
  if (!repair.firstRequest) return undefined;
  let [requests, inputTokens, outputTokens] = [0, 0, 0];
  for (const each of cases) {
    await breathe(signal);
    const request = await repair.firstRequest(await suite.task(each, signal), signal);
    requests++;
    inputTokens += estimateInput(request);
    outputTokens += request.maxTokens;
    if (isOver(cell, inputTokens / cases.length, limit)) {
      return { cell, requests, inputTokens, outputTokens, isOver: true };
    }
  }
  return { cell, requests, inputTokens, outputTokens, isOver: false };
}

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
export function isSurelyWithin(
  { suite: { texts } }: EvaluatedSuite,
  cells: readonly RunningCell[],
  limit: InputLimit,
): boolean {
  // A token is a character at least; IRIs may be written longer in prompts than in files, and primers are short.
  const most = 2 * (texts['graph.ttl'].length + texts['manifest.ttl'].length) + 10_000;
  return cells.every((cell) => !isOver(cell, most, limit));
}
