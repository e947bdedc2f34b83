import { mergeChanges, noChange } from '../../repair/change.ts';
import { bestRepair } from '../../repair/choice.ts';
import { soundRepairs } from '../../repair/propose.ts';
import type { RepairProblem } from '../../repair/repair.ts';
import { violationKey } from '../../shacl/violation.ts';
import { printUpdate } from '../../sparql/update.ts';
import { changedGraph } from '../task.ts';
import { oneRound, type RepairSystem } from './system.ts';

/** Repairs that are looked at for each result, as in the editor's list. */
const maxSuggestions = 5;
/** Results that are repaired one after the other before the case is given up. */
const maxSteps = 40;

/**
 * The repairs of this program without a model: the best one for the result that it is asked about, then for those that
 * are left, until there is none. Values that only the user can know are taken as they are proposed.
 */
export const symbolic: RepairSystem = {
  id: 'symbolic',
  strategy: undefined,
  async repair({ problem, results }, signal) {
    const start = performance.now();
    const choose = bestRepair({ acceptPlaceholders: true });
    const own = new Set(results.map(violationKey));
    let change = noChange;
    let next: RepairProblem | undefined = problem;
    for (let steps = 0; next !== undefined && steps < maxSteps; steps++) {
      const choice = choose(await soundRepairs(next, { max: maxSuggestions }, signal));
      if (choice.kind === 'none') break;
      const { delta } = choice.chosen.verdict;
      change = mergeChanges(change, delta);
      const { recorded } = await changedGraph(next.recorded, delta, signal);
      const violation = recorded.result.violations.find((result) => own.has(violationKey(result)));
      next = violation && { ...problem, violation, recorded };
    }
    return oneRound(printUpdate(change), performance.now() - start);
  },
};
