import type { RepairProblem } from '../../repair/repair.ts';
import { repairProblem, withoutUnproven } from '../../service/ide/repairs/codeActions.ts';
import type { UnitAnalysis } from '../../service/ide/unitAnalysis.ts';
import { type SuggestionSource, symbolicSuggestions } from '../../service/report/suggestedRepairs.ts';
import { violationKey } from '../../shacl/model/violation.ts';
import { unaborted, type Workspace } from './workspace.ts';

/** Repairs found by search that hold with all that the stores of a unit know, at most `max` for each result. */
export function provenSuggestions(
  workspace: Workspace,
  max: number,
  signal: AbortSignal = unaborted,
): SuggestionSource {
  const search = symbolicSuggestions(max, signal);
  return (problem, analysis) =>
    workspace.proven(analysis, async (unit, whyUnproven) => {
      const known = unit === analysis ? problem : await inUnit(problem, unit, signal);
      const suggestions = await search(known, unit);
      const { repairs, unproven } = await withoutUnproven(suggestions.repairs, whyUnproven);
      const uncertainty = repairs.length === 0 && unproven ? unproven : suggestions.uncertainty;
      return { ...suggestions, repairs, uncertainty };
    });
}

/** The problem in a version of its unit that knows more. */
async function inUnit(
  problem: RepairProblem,
  unit: UnitAnalysis,
  signal: AbortSignal,
): Promise<RepairProblem> {
  const key = violationKey(problem.violation);
  const again = unit.placed.find(({ violation }) => violationKey(violation) === key);
  return again ? repairProblem(again.violation, again.place?.document.uri, unit, signal) : problem;
}
