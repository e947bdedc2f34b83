import type { GraphDelta } from '../../rdf/graph.ts';
import { deleteFocus } from './deleteFocus.ts';
import { noop } from './noop.ts';
import { oracle } from './oracle.ts';
import { symbolic } from './symbolic.ts';
import type { RepairSystem } from './system.ts';

/** What the creation of a system may need. */
export interface SystemNeeds {
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
