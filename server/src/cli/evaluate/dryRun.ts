import { type InputLimit, paperLimit } from '../../evaluation/run/estimateCells.ts';
import { selectedCases } from '../../evaluation/run/runJson.ts';
import type { RunningCell } from '../../evaluation/run/runTrials.ts';
import { estimateRun } from '../../jobs/evaluate/estimateRun.ts';
import { unaborted } from '../input/workspace.ts';
import type { ExitCode } from '../io.ts';
import { printJson } from '../output/print.ts';
import { estimateText } from './estimateText.ts';
import type { EvaluateRequest } from './evaluateRequest.ts';
import type { EvaluateSession } from './evaluateSession.ts';

/** What the input of a request may take on average for a cell to be run. */
export function limitOf({ maxInputCost }: EvaluateRequest): InputLimit {
  return maxInputCost === undefined ? paperLimit : { ...paperLimit, meanCost: maxInputCost };
}

/** Says what asking would take. Nothing is sent. */
export async function dryRun(
  cells: readonly RunningCell[],
  { request, suite, progress, io }: EvaluateSession,
): Promise<ExitCode> {
  const { repeat, rounds, format } = request;
  const cases = selectedCases(suite.suite, request);
  const options = {
    cases,
    limit: limitOf(request),
    tell: (count: number) => progress.show(`estimating input: ${count} of ${cases.length} cases`),
    extentOf: () => ({ cases: cases.length, repeat, rounds }),
  };
  const estimates = await estimateRun(cells, suite, options, unaborted);
  if (format === 'json') await printJson(io, estimates);
  else io.stdout.write(estimateText(estimates));
  return 0;
}
