import { repairProblem, withoutUnproven } from '../../service/ide/repairs/codeActions.ts';
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
      const key = violationKey(problem.violation);
      const again = unit.placed.find(({ violation }) => violationKey(violation) === key);
      const known =
        unit === analysis || !again
          ? problem
          : await repairProblem(again.violation, again.place?.document.uri, unit, signal);
      const suggestions = await search(known, unit);
      const { repairs, unproven } = await withoutUnproven(suggestions.repairs, whyUnproven);
      const uncertainty = repairs.length === 0 && unproven ? unproven : suggestions.uncertainty;
      return { ...suggestions, repairs, uncertainty };
    });
}
