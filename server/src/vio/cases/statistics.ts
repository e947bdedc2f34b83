import type { GraphDelta } from '../../rdf/graph.ts';
import { changeSize } from '../../repair/drafts/change.ts';
import type { Violation } from '../../shacl/results/violation.ts';
import type { VioProblem } from '../problem.ts';
import { smallestRepair } from './smallestRepair.ts';
import type { CaseStatistics } from './vioCase.ts';

/** A change of a graph that was verified to violate its shapes. */
export interface ViolatingChange {
  readonly change: GraphDelta;
  /** All results of the changed graph that the graph does not have. */
  readonly results: readonly Violation[];
  /** How many of them are not on the path that the change was derived along. */
  readonly collateral: number;
}

/**
 * The figures of a case (spec/vio.md 12). Rejects with the signal's reason when aborted.
 *
 * A repair that is smaller than the inverse shows that restoring the graph is not what the least change does, whether
 * or not there are still smaller ones.
 */
export async function caseStatistics(
  problem: VioProblem,
  { change, results, collateral }: ViolatingChange,
  signal?: AbortSignal,
): Promise<CaseStatistics> {
  const { repair, isProven, isRetargeting } = await smallestRepair(problem, change, results, signal);
  const inverseSize = changeSize(change);
  const size = changeSize(repair);
  return {
    alpha: results.length,
    focusNodes: new Set(results.map(({ focusNode }) => focusNode)).size,
    sourceConstraints: new Set(results.map(({ constraint }) => constraint)).size,
    collateral,
    inverseSize,
    minRepairSize: isProven ? size : undefined,
    recoverable: size < inverseSize ? false : isProven ? true : undefined,
    degenerateRepairExists: isRetargeting,
  };
}
