import {
  type CellTokens,
  type EstimateOptions,
  estimateCells,
  inputOf,
} from '../../../lab/evaluation/run/estimateCells.ts';
import type { Cell } from '../../../lab/evaluation/run/runJson.ts';
import type { RunningCell } from '../../../lab/evaluation/run/runTrials.ts';
import type { EvaluatedSuite } from '../../../lab/evaluation/suite/evaluatedSuite.ts';
import type { AgentToolset } from '../../../lab/evaluation/systems/agentSystem.ts';
import {
  agentCell,
  commandCell,
  modelCell,
  personCell,
  plainCell,
  type SystemSpec,
} from '../../../lab/evaluation/systems/systemSpec.ts';
import type { Strategy } from '../../../repair/llm/prompt/strategy.ts';

/** The estimated cost of a cell, as JSON for programs. Tokens and USD are estimates. */
export interface EstimateJson {
  readonly cell: string;
  /** The number of requests with all repeats, but with one round each. */
  readonly requests: number;
  readonly meanInputTokens: number;
  readonly inputTokens: number;
  /** In USD; null when the price is not known. */
  readonly inputCost: number | null;
  /**
   * The cost with all rounds and with answers of the largest permitted length, in USD; null when the price is not
   * known.
   */
  readonly maxCost: number | null;
  /** True when the average input of a request exceeds the limit. */
  readonly notRun: boolean;
}

/** How much of a cell has not run yet. */
export interface CellExtent {
  readonly cases: number;
  readonly repeat: number;
  readonly rounds: number;
}

/** Estimates the cost of asking the models of cells. Sends nothing. */
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
  { cell, requests, inputTokens, outputTokens, isOver }: CellTokens,
  { cases, repeat, rounds }: CellExtent,
): EstimateJson {
  const all = cases * repeat;
  const mean = requests === 0 ? 0 : inputTokens / requests;
  const input = mean * all;
  const output = requests === 0 ? 0 : (outputTokens / requests) * all;
  // Each further round repeats the conversation before it.
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

export interface CellOptions {
  /** What prompts contain; a model has one cell for each strategy. */
  readonly strategies: readonly Strategy[];
  readonly model: Parameters<typeof modelCell>[2];
  /** How long a program may take for a case, in seconds. */
  readonly commandTimeout: number;
  /** The tools of agents, one cell for each, and how many requests a case may take. */
  readonly agent: { readonly tools: readonly AgentToolset[]; readonly turns: number };
}

/** The cells of a run for a system. */
export function systemCells(
  spec: SystemSpec,
  { strategies, model, commandTimeout, agent }: CellOptions,
): readonly Cell[] {
  switch (spec.kind) {
    case 'plain':
      return [plainCell(spec.id)];
    case 'command':
      return [commandCell(spec.file, commandTimeout)];
    case 'person':
      return [personCell(spec.name)];
    case 'model':
    case 'choose':
      return strategies.map((strategy) => modelCell(spec, strategy, model));
    case 'agent':
      return agent.tools.map((tools) =>
        agentCell(spec, tools, { ...model, turns: agent.turns, strategy: strategies[0]! }),
      );
  }
}
