import { repairProblem } from '../ide/repairs/codeActions.ts';
import type { UnitAnalysis } from '../ide/unitAnalysis.ts';
import type { RepairProblem } from '../repair/repair.ts';
import { type Suggestions, suggestRepairs } from '../repair/search/propose.ts';
import type { CheckedResult } from './checked.ts';

/** A result with what can be done about it. */
export interface SuggestedRepairs extends Suggestions {
  readonly result: CheckedResult;
}

/** Where repairs come from. */
export type System = (problem: RepairProblem, analysis: UnitAnalysis) => Promise<Suggestions>;

/** Repairs that are searched for, at most `max` for each result. */
export function symbolic(max: number, signal: AbortSignal): System {
  return (problem) => suggestRepairs(problem, { max }, signal);
}

/** Verified repairs of each result. */
export async function suggestAll(
  results: readonly CheckedResult[],
  system: System,
  signal: AbortSignal,
): Promise<readonly SuggestedRepairs[]> {
  const suggested: SuggestedRepairs[] = [];
  for (const result of results) {
    const suggestions = await system(await problemOf(result, signal), result.analysis);
    suggested.push({ result, ...suggestions });
  }
  return suggested;
}

/** A result as a problem to repair. */
export function problemOf(
  { violation, place, analysis }: CheckedResult,
  signal: AbortSignal,
): Promise<RepairProblem> {
  return repairProblem(violation, place?.document.uri, analysis, signal);
}
