import { changedGraph } from '../../server/src/lab/evaluation/suite/repairTask.ts';
import type { GraphDelta } from '../../server/src/rdf/graph.ts';
import { violationKey } from '../../server/src/shacl/model/violation.ts';
import type { Question } from './question.ts';

/** Whether a change removes all results of a question and causes no other: it is validated. */
export async function isRepair({ recorded, results }: Question, delta: GraphDelta): Promise<boolean> {
  const { recorded: after, introduced } = await changedGraph(recorded, delta, new AbortController().signal);
  const left = new Set(after.result.violations.map(violationKey));
  return introduced.length === 0 && results.every((result) => !left.has(violationKey(result)));
}
