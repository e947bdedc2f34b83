import { repairProblem } from '../ide/codeActions.ts';
import { type Suggestions, suggestRepairs } from '../repair/propose.ts';
import type { VerifiedRepair } from '../repair/repair.ts';
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

export async function suggestFor(result: CheckedResult, max: number): Promise<SuggestedRepairs> {
  const { violation, place, analysis } = result;
  const problem = await repairProblem(violation, place?.document.uri, analysis, unaborted);
  return { result, ...(await suggestRepairs(problem, { max }, unaborted)) };
}

/** The repair to apply without asking, or why there is none. */
export type Choice =
  | { readonly kind: 'repair'; readonly verified: VerifiedRepair }
  | { readonly kind: 'none'; readonly why: string };

/**
 * The best repair. One that merely takes the node out of the shape's target is none; and where the best one waits for
 * a value that only the user can know, nothing weaker takes its place.
 */
export function bestRepair(
  { repairs, reason }: Suggestions,
  { acceptPlaceholders }: { readonly acceptPlaceholders: boolean },
): Choice {
  const verified = repairs.find(({ verdict }) => !verdict.degenerate);
  if (!verified) return { kind: 'none', why: reason ?? 'No verified repair was found.' };
  if (verified.verdict.needsInput && !acceptPlaceholders) {
    return { kind: 'none', why: `Needs input: ${verified.repair.title}` };
  }
  return { kind: 'repair', verified };
}
