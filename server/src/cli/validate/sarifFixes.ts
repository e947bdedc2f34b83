import type { VerifiedRepair } from '../../repair/repair.ts';
import { noFiles, suggestAll, symbolicSuggestions } from '../../report/suggestedRepairs.ts';
import type { ValidationRunResult } from '../../report/validationRun.ts';
import { unaborted } from '../input/workspace.ts';
import type { CommandIo } from '../io.ts';

/** The proven repairs of results, by their keys. */
export type ProvenRepairs = ReadonlyMap<string, readonly VerifiedRepair[]>;

/**
 * The proven repairs of results that need nobody's input and do not just take a node out of the target of its shape, best
 * first.
 *
 * @param max how many for each result, at most.
 */
export async function provenRepairs(
  results: readonly ValidationRunResult[],
  max: number,
  io: CommandIo,
): Promise<ProvenRepairs> {
  io.probe?.step('searching for repairs');
  const suggested = await suggestAll(results, symbolicSuggestions(max, unaborted), noFiles, unaborted);
  return new Map(
    suggested.map(({ result, repairs }) => [
      result.key,
      repairs.filter(({ verdict }) => !verdict.needsInput && !verdict.degenerate),
    ]),
  );
}
