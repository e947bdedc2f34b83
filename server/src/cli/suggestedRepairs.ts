import { repairProblem } from '../ide/codeActions.ts';
import { type Suggestions, suggestRepairs } from '../repair/propose.ts';
import type { CheckedResult } from '../report/checked.ts';
import { unaborted } from './workspace.ts';

/** A result with what can be done about it. */
export interface SuggestedRepairs extends Suggestions {
  readonly result: CheckedResult;
}

/** Verified repairs of each result, at most `max` each. */
export async function suggestAll(
  results: readonly CheckedResult[],
  max: number,
): Promise<readonly SuggestedRepairs[]> {
  const suggested: SuggestedRepairs[] = [];
  for (const result of results) suggested.push(await suggestFor(result, max));
  return suggested;
}

async function suggestFor(result: CheckedResult, max: number): Promise<SuggestedRepairs> {
  const { violation, place, analysis } = result;
  const problem = await repairProblem(violation, place?.document.uri, analysis, unaborted);
  return { result, ...(await suggestRepairs(problem, { max }, unaborted)) };
}
