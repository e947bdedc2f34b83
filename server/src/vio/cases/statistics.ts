import type { GraphDelta } from '../../rdf/graph.ts';
import { type TermId, terms } from '../../rdf/terms.ts';
import { tripleKey } from '../../rdf/tripleKey.ts';
import { changeSize } from '../../repair/drafts/change.ts';
import type { Violation } from '../../shacl/model/violation.ts';
import type { VioProblem } from '../problem.ts';
import type { CaseStatistics } from '../vioCase.ts';
import { smallestRepair } from './smallestRepair.ts';

/** A change of a graph, verified to violate the shapes. */
export interface ViolatingChange {
  readonly change: GraphDelta;
  /** All results of the changed graph that the original one does not have. */
  readonly results: readonly Violation[];
  /** The number of those results that are not on the path of the change. */
  readonly collateral: number;
}

/**
 * Computes the statistics of a case (spec/vio.md 12). Rejects with the signal's reason when aborted.
 *
 * A case is not recoverable when some repair is smaller than its inverse, even if that repair was not proven to be
 * smallest.
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
    operations: inverseSize - orphaned(problem, change),
    minRepairSize: isProven ? size : undefined,
    recoverable: size < inverseSize ? false : isProven ? true : undefined,
    degenerateRepairExists: isRetargeting,
  };
}

/** The number of removed triples that describe a blank node to which the change removes the last link. */
function orphaned({ recorded }: VioProblem, { removed }: GraphDelta): number {
  const { dataGraph } = recorded.input;
  const keys = new Set(removed.map(tripleKey));
  const isOrphan = (node: TermId) => {
    const links = terms.isBlank(node) ? dataGraph.incoming(node) : [];
    return links.length > 0 && links.every((link) => keys.has(tripleKey(link)));
  };
  return removed.filter(({ subject }) => isOrphan(subject)).length;
}
