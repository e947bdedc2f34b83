import type { RepairProblem } from '../../repair/repair.ts';
import { violationKey } from '../../shacl/model/violation.ts';
import { repairProblem, withoutUnproven } from '../ide/repairs/codeActions.ts';
import type { Prove } from '../ide/stores/provenOverStores.ts';
import type { UnitAnalysis } from '../ide/unitAnalysis.ts';
import { type SuggestionSource, symbolicSuggestions } from './suggestedRepairs.ts';

/** Repairs found by search that hold with everything that the stores of a unit contain, at most `max` for each result. */
export function provenSuggestions(
  prover: { readonly proven: Prove },
  max: number,
  signal: AbortSignal,
): SuggestionSource {
  const search = symbolicSuggestions(max, signal);
  return (problem, analysis) =>
    prover.proven(analysis, async (unit, whyUnproven) => {
      const known = unit === analysis ? problem : await inUnit(problem, unit, signal);
      const suggestions = await search(known, unit);
      const { repairs, unproven } = await withoutUnproven(suggestions.repairs, whyUnproven);
      const uncertainty = repairs.length === 0 && unproven ? unproven : suggestions.uncertainty;
      return { ...suggestions, repairs, uncertainty };
    });
}

/** The problem in a version of its unit with more known triples. */
async function inUnit(
  problem: RepairProblem,
  unit: UnitAnalysis,
  signal: AbortSignal,
): Promise<RepairProblem> {
  const key = violationKey(problem.violation);
  const again = unit.placed.find(({ violation }) => violationKey(violation) === key);
  return again ? repairProblem(again.violation, again.place?.document.uri, unit, signal) : problem;
}
