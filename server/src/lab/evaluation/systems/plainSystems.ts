import type { GraphDelta } from '../../../rdf/graph.ts';
import { printUpdate } from '../../../sparql/updateText.ts';
import { triplesOfTargets } from '../../../vio/cases/trivialRepairs.ts';
import { oneRound, type RepairSystem } from '../system.ts';
import { symbolic } from './symbolic.ts';

/** What the creation of a system may need. */
interface SystemNeeds {
  /** The change of a case, for the oracle. */
  readonly changeOf: (caseId: string) => GraphDelta;
}

/** The systems that need nothing but the task, by id. */
export const plainSystems: Readonly<Record<string, (needs: SystemNeeds) => RepairSystem>> = {
  noop: () => noop,
  oracle: ({ changeOf }) => oracle(changeOf),
  'delete-focus': () => deleteFocus,
  symbolic: () => symbolic,
};

/** True for systems that show what scores mean, and are no rivals: they stand apart from the others, and in no average. */
export function isControl(system: string): boolean {
  return system !== 'symbolic' && Object.hasOwn(plainSystems, system);
}

/** Takes every focus node with a result out of its target. It shows what the semantic tier alone is worth. */
export const deleteFocus: RepairSystem = {
  id: 'delete-focus',
  strategy: undefined,
  async repair({ problem: { recorded }, results }) {
    const removed = triplesOfTargets(results, recorded.input, recorded);
    return oneRound(printUpdate({ added: [], removed }), 0);
  },
};

/** Changes nothing. It shows what correct SPARQL alone is worth. */
const noop: RepairSystem = {
  id: 'noop',
  strategy: undefined,
  repair: async () => oneRound('INSERT DATA {}', 0),
};

/** Undoes the change of the case, which is the best that any system can do. It knows what no other system knows. */
function oracle(changeOf: (caseId: string) => GraphDelta): RepairSystem {
  return {
    id: 'oracle',
    strategy: undefined,
    async repair({ caseId }) {
      const { added, removed } = changeOf(caseId);
      return oneRound(printUpdate({ added: removed, removed: added }), 0);
    },
  };
}
