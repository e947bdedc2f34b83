import {
  estimateCells,
  type InputLimit,
  paperLimit,
  withoutExpensive,
} from '../../evaluation/run/estimateCells.ts';
import { type RunJson, selectedCases } from '../../evaluation/run/runJson.ts';
import type { RunningCell } from '../../evaluation/run/runTrials.ts';
import { estimateJson, estimateText } from '../../jobs/evaluate/estimateJson.ts';
import { unaborted } from '../input/workspace.ts';
import type { ExitCode } from '../io.ts';
import { printJson } from '../output/print.ts';
import type { EvaluateRequest } from './evaluateRequest.ts';
import type { EvaluateSession } from './evaluateSession.ts';

/** Cells whose input is too expensive are not run. */
export async function withinLimit(
  cells: readonly RunningCell[],
  { request, suite, progress }: EvaluateSession,
): Promise<readonly RunningCell[]> {
  const cases = selectedCases(suite.suite, { ...request, shard: wholeSuite });
  const tell = (count: number) => progress.show(`estimating input: ${count} of ${cases.length} cases`);
  return withoutExpensive(cells, suite, { cases, limit: limitOf(request), tell }, unaborted);
}

/** All shards have to leave out the same. */
const wholeSuite = { index: 1, of: 1 };

function limitOf({ maxInputCost }: EvaluateRequest): InputLimit {
  return maxInputCost === undefined ? paperLimit : { ...paperLimit, meanCost: maxInputCost };
}

/** Says what asking would take. Nothing is sent. */
export async function dryRun(
  cells: readonly RunningCell[],
  { request, suite, progress, io }: EvaluateSession,
): Promise<ExitCode> {
  const cases = selectedCases(suite.suite, request);
  const limit = limitOf(request);
  const tell = (count: number) => progress.show(`estimating input: ${count} of ${cases.length} cases`);
  const estimates = await estimateCells(cells, suite, { cases, limit, tell }, unaborted);
  const all = { cases: cases.length, repeat: request.repeat, rounds: request.rounds, limit };
  const json = estimates.map((estimate) => estimateJson(estimate, all));
  if (request.format === 'json') await printJson(io, json);
  else io.stdout.write(estimateText(json));
  return 0;
}

/** What was left out is left out again. */
export function asBefore(cells: readonly RunningCell[], { cells: before }: RunJson): readonly RunningCell[] {
  return cells.map((cell) => ({
    ...cell,
    notRun: before.find(({ id }) => id === cell.id)?.notRun ?? null,
  }));
}
