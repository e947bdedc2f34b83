import type { EstimateJson } from '../../jobs/evaluate/estimateRun.ts';
import { dollars } from '../../llm/model/spending.ts';

/** What asking would take, for people. */
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
