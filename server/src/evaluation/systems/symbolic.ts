import { mergeChanges, noChange, tripleKey } from '../../repair/change.ts';
import { bestRepair } from '../../repair/choice.ts';
import { type Suggestions, soundRepairs } from '../../repair/propose.ts';
import type { RepairProblem, SoundRepair } from '../../repair/repair.ts';
import { violationKey } from '../../shacl/violation.ts';
import { printUpdate } from '../../sparql/update.ts';
import { changedGraph } from '../task.ts';
import { oneRound, type RepairSystem } from './system.ts';

/** Repairs that are looked at for each result. */
const maxSuggestions = 8;
/** Results that are repaired one after the other before the case is given up. */
const maxSteps = 40;

/**
 * The repairs of this program without a model: the best one for the result that it is asked about, then for those that
 * are left, until there is none. Values that only the user can know are taken as they are proposed, unless nothing else
 * in the data has the property: then the value goes.
 */
export const symbolic: RepairSystem = {
  id: 'symbolic',
  strategy: undefined,
  async repair({ problem, results }, signal) {
    const start = performance.now();
    const own = new Set(results.map(violationKey));
    let change = noChange;
    let next: RepairProblem | undefined = problem;
    for (let steps = 0; next !== undefined && steps < maxSteps; steps++) {
      const chosen = choose(next, await soundRepairs(next, { max: maxSuggestions }, signal));
      if (chosen === undefined) break;
      const { delta } = chosen.verdict;
      change = mergeChanges(change, delta);
      const { recorded } = await changedGraph(next.recorded, delta, signal);
      const violation = recorded.result.violations.find((result) => own.has(violationKey(result)));
      next = violation && { ...problem, violation, recorded };
    }
    return oneRound(printUpdate(change), performance.now() - start);
  },
};

function choose(problem: RepairProblem, suggestions: Suggestions<SoundRepair>): SoundRepair | undefined {
  const choice = bestRepair({ acceptPlaceholders: true })(suggestions);
  if (choice.kind === 'none') return undefined;
  const { chosen } = choice;
  const real = suggestions.repairs.filter(({ verdict }) => !verdict.degenerate);
  if (chosen.repair.support === 'placeholder' && isOdd(problem)) {
    const { value } = problem.violation;
    const drops = ({ verdict: { delta } }: SoundRepair) =>
      delta.added.length === 0 && delta.removed.some(({ object }) => object === value);
    return real.find(drops) ?? chosen;
  }
  return real.find((other) => goesFurther(other, chosen)) ?? chosen;
}

/** True for the same removal with what it would leave behind: descriptions of nodes that nothing refers to. */
function goesFurther(
  { verdict: { delta: other } }: SoundRepair,
  { verdict: { delta } }: SoundRepair,
): boolean {
  if (delta.added.length + other.added.length > 0 || other.removed.length <= delta.removed.length)
    return false;
  const keys = new Set(other.removed.map(tripleKey));
  return delta.removed.every((triple) => keys.has(tripleKey(triple)));
}

/** True when the value stands at a property that nothing else has. */
function isOdd({ violation: { focusNode, path, value }, recorded }: RepairProblem): boolean {
  if (path?.kind !== 'predicate' || value === undefined) return false;
  const uses = recorded.input.dataGraph.withPredicate(path.predicate);
  return uses.every(({ subject }) => subject === focusNode);
}
