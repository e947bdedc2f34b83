import { changedGraph } from '../../server/src/lab/evaluation/suite/repairTask.ts';
import type { GraphDelta } from '../../server/src/rdf/graph.ts';
import type { RecordedValidation } from '../../server/src/shacl/incremental/recordedValidation.ts';
import type { TargetPair } from './asp/encoding.ts';
import type { Question } from './question.ts';

/** Whether the focus nodes of all results stay targets and in the graph, where they were in an earlier graph. */
export async function keepsTargets(
  { recorded, results }: Question,
  delta: GraphDelta,
  earlier: RecordedValidation,
): Promise<boolean> {
  const after = await changedGraph(recorded, delta, new AbortController().signal);
  return results.every(({ rootShape, rootFocusNode }) => {
    const pair = { shape: rootShape, node: rootFocusNode };
    return !isTargetThere(earlier, pair) || isTargetThere(after.recorded, pair);
  });
}

/** Whether a node is a target of a shape, and in the graph. */
export function isTargetThere(
  { input, evaluator }: RecordedValidation,
  { shape, node }: TargetPair,
): boolean {
  const root = input.shapes.get(shape);
  const { dataGraph } = input;
  const isThere = dataGraph.outgoing(node).length > 0 || dataGraph.incoming(node).length > 0;
  return root !== undefined && isThere && evaluator.isTarget(root, node);
}
