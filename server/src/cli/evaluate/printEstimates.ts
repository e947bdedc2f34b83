import { paddedCells } from '../../base/report/report.ts';
import type { EstimateJson } from '../../languageServer/jobs/evaluate/estimateRun.ts';
import { dollars } from '../../repair/llm/model/spending.ts';
import type { CommandIo } from '../io.ts';
import { printJson } from '../output/print.ts';
import type { EvaluateRequest } from './evaluateRequest.ts';

/** An estimate, of one suite or over all graphs of a data set. */
export interface ShownEstimate extends EstimateJson {
  /** The graphs that the cell is not run on, though it is on others; their cost is not counted. */
  readonly notRunOn?: readonly string[];
}

/** Prints what asking would take. */
export async function printEstimates(
  estimates: readonly ShownEstimate[],
  { format }: Pick<EvaluateRequest, 'format'>,
  io: CommandIo,
): Promise<void> {
  if (format === 'json') await printJson(io, estimates);
  else io.stdout.write(estimateText(estimates));
}

function estimateText(estimates: readonly ShownEstimate[]): string {
  if (estimates.length === 0) return 'No model is asked.\n';
  const rows = estimates.map((each) => [
    each.cell,
    each.requests.toLocaleString('en'),
    each.meanInputTokens.toLocaleString('en'),
    each.inputTokens.toLocaleString('en'),
    costText(each.inputCost),
    costText(each.maxCost),
    isRun(each),
  ]);
  const header = ['cell', 'requests', 'tokens each', 'input tokens', 'input USD', 'at most USD', 'run'];
  const lines = paddedCells([header, ...rows], 'lrrrrrr').map((cells) => cells.join('  '));
  return `${lines.join('\n')}\nEstimates; nothing was sent.\n`;
}

function isRun({ notRun, notRunOn = [] }: ShownEstimate): string {
  if (notRun) return 'no: too much input';
  return notRunOn.length === 0 ? 'yes' : `too much input for ${notRunOn.join(', ')}`;
}

function costText(cost: number | null): string {
  return cost === null ? 'unknown' : dollars(cost);
}
