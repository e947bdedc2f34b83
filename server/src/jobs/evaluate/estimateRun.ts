import {
  type Estimate,
  type EstimateOptions,
  estimateCells,
  inputOf,
} from '../../evaluation/run/estimateCells.ts';
import type { RunningCell } from '../../evaluation/run/runTrials.ts';
import type { EvaluatedSuite } from '../../evaluation/suite/evaluatedSuite.ts';

/** What a cell would take, for programs. Tokens and USD are estimates. */
export interface EstimateJson {
  readonly cell: string;
  /** With all repeats, and one round. */
  readonly requests: number;
  readonly meanInputTokens: number;
  readonly inputTokens: number;
  /** Null where the price is not known. */
  readonly inputCost: number | null;
  /** With all rounds, and answers as long as they may be. */
  readonly maxCost: number | null;
  /** The input of a request is more than may be on average. */
  readonly notRun: boolean;
}

/** How much of a cell is left to be run. */
export interface CellExtent {
  readonly cases: number;
  readonly repeat: number;
  readonly rounds: number;
}

/** Says what it takes to ask the models of cells. Nothing is sent. */
export async function estimateRun(
  cells: readonly RunningCell[],
  suite: EvaluatedSuite,
  options: EstimateOptions & { readonly extentOf: (cell: RunningCell) => CellExtent },
  signal: AbortSignal,
): Promise<readonly EstimateJson[]> {
  const estimates = await estimateCells(cells, suite, options, signal);
  return estimates.map((estimate) => estimateJson(estimate, options.extentOf(estimate.cell)));
}

function estimateJson(
  { cell, requests, inputTokens, outputTokens, isOver }: Estimate,
  { cases, repeat, rounds }: CellExtent,
): EstimateJson {
  const all = cases * repeat;
  const mean = requests === 0 ? 0 : inputTokens / requests;
  const input = mean * all;
  const output = requests === 0 ? 0 : (outputTokens / requests) * all;
  // Each further round repeats what was said before it.
  const most = { input: input * rounds + (output * rounds * (rounds - 1)) / 2, output: output * rounds };
  return {
    cell: cell.id,
    requests: all,
    meanInputTokens: Math.round(mean),
    inputTokens: Math.round(input),
    inputCost: cell.price?.(inputOf(input)) ?? null,
    maxCost: cell.price?.({ ...most, estimated: true }) ?? null,
    notRun: isOver,
  };
}
