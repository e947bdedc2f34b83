import { uncertaintyText, type VerifiedRepair } from '../../repair/repair.ts';
import { provenSuggestions } from '../../service/report/provenSuggestions.ts';
import { noFiles, suggestAll } from '../../service/report/suggestedRepairs.ts';
import type { ValidationRunResult } from '../../service/report/validationRun.ts';
import { unaborted, type Workspace } from '../input/workspace.ts';
import type { CommandIo } from '../io.ts';

/** The proven repairs of results, by their keys. */
export type ProvenFixes = ReadonlyMap<string, RepairsByResult>;

export interface RepairsByResult {
  readonly repairs: readonly VerifiedRepair[];
  /** What was searched for and not found; undefined when a repair is certain or likely. */
  readonly reason: string | undefined;
  /** The remedies in that case, the most helpful first, as worded by `repair`. */
  readonly remedies: readonly string[];
}

/**
 * The proven repairs of results that need nobody's input and do not just take a node out of the target of its shape, best
 * first.
 */
export async function provenRepairs(
  results: readonly ValidationRunResult[],
  workspace: Workspace,
  io: CommandIo,
): Promise<ProvenFixes> {
  io.probe?.step('searching for repairs');
  const search = provenSuggestions(workspace, workspace.settings.maxSuggestions, unaborted);
  const suggested = await suggestAll(results, search, noFiles, unaborted);
  return new Map(
    suggested.map(({ result, repairs, uncertainty, remedies }) => [
      result.key,
      {
        repairs: repairs.filter(({ verdict }) => !verdict.needsInput && !verdict.degenerate),
        reason: uncertainty && uncertaintyText(uncertainty),
        remedies: remedies.map(({ title }) => title),
      },
    ]),
  );
}
