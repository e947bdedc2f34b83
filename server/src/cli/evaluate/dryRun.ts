import { type InputLimit, paperLimit } from '../../evaluation/run/estimateCells.ts';
import { selectedCases } from '../../evaluation/run/runJson.ts';
import type { RunningCell } from '../../evaluation/run/runTrials.ts';
import { type EstimateJson, estimateRun } from '../../jobs/evaluate/estimateRun.ts';
import { unaborted } from '../input/workspace.ts';
import type { EvaluateRequest } from './evaluateRequest.ts';
import type { EvaluateSession } from './evaluateSession.ts';

/** What the input of a request may take on average for a cell to be run. */
export function limitOf({ maxInputCost }: EvaluateRequest): InputLimit {
  return maxInputCost === undefined ? paperLimit : { ...paperLimit, meanCost: maxInputCost };
}

/** What asking would take. Nothing is sent. */
export async function dryRun(
  cells: readonly RunningCell[],
  { request, suite, label, progress }: EvaluateSession,
): Promise<readonly EstimateJson[]> {
  const { repeat, rounds } = request;
  const cases = selectedCases(suite.suite, request);
  const options = {
    cases,
    limit: limitOf(request),
    tell: (count: number) => progress.show(`${label}estimating input: ${count} of ${cases.length} cases`),
    extentOf: () => ({ cases: cases.length, repeat, rounds }),
  };
  return estimateRun(cells, suite, options, unaborted);
}
