import { repairProblem } from '../ide/repairs/codeActions.ts';
import type { UnitAnalysis } from '../ide/unitAnalysis.ts';
import type { RepairProblem } from '../repair/repair.ts';
import { type Suggestions, suggestRepairs } from '../repair/search/suggestRepairs.ts';
import type { ValidationRunResult } from './validationRun.ts';

/** A result with its repairs. */
export interface SuggestedRepairs extends Suggestions {
  readonly result: ValidationRunResult;
}

/** A source of repairs. */
export type SuggestionSource = (problem: RepairProblem, analysis: UnitAnalysis) => Promise<Suggestions>;

/** Repairs found by search, at most `max` for each result. */
export function symbolicSuggestions(max: number, signal: AbortSignal): SuggestionSource {
  return (problem) => suggestRepairs(problem, { max }, signal);
}

/** Verified repairs of each result. */
export async function suggestAll(
  results: readonly ValidationRunResult[],
  system: SuggestionSource,
  signal: AbortSignal,
): Promise<readonly SuggestedRepairs[]> {
  const suggested: SuggestedRepairs[] = [];
  for (const result of results) {
    const suggestions = await system(await repairProblemOf(result, signal), result.analysis);
    suggested.push({ result, ...suggestions });
  }
  return suggested;
}

/** Turns a result into a problem to repair. */
export function repairProblemOf(
  { violation, place, analysis }: ValidationRunResult,
  signal: AbortSignal,
): Promise<RepairProblem> {
  return repairProblem(violation, place?.document.uri, analysis, signal);
}
