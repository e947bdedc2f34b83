import { type Estimate, type InputLimit, inputOf } from '../../evaluation/run/estimateCells.ts';
import { dollars } from '../../llm/model/spending.ts';

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

interface Extent {
  readonly cases: number;
  readonly repeat: number;
  readonly rounds: number;
  readonly limit: InputLimit;
}

export function estimateJson(
  { cell, requests, inputTokens, outputTokens, isOver }: Estimate,
  { cases, repeat, rounds }: Extent,
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

/** The same for people. */
export function estimateText(estimates: readonly EstimateJson[]): string {
  if (estimates.length === 0) return 'No model is asked.\n';
  const rows = estimates.map((each) => [
    each.cell,
    each.requests.toLocaleString('en'),
    each.meanInputTokens.toLocaleString('en'),
    each.inputTokens.toLocaleString('en'),
    costText(each.inputCost),
    costText(each.maxCost),
    each.notRun ? 'no: too much input' : 'yes',
  ]);
  const header = ['cell', 'requests', 'tokens each', 'input tokens', 'input USD', 'at most USD', 'run'];
  const widths = header.map((title, i) => Math.max(title.length, ...rows.map((row) => row[i]!.length)));
  const line = (cells: readonly string[]) =>
    cells.map((cell, i) => (i === 0 ? cell.padEnd(widths[i]!) : cell.padStart(widths[i]!))).join('  ');
  return `${[header, ...rows].map(line).join('\n')}\nEstimates; nothing was sent.\n`;
}

function costText(cost: number | null): string {
  return cost === null ? 'unknown' : dollars(cost);
}
