import type { GraphDelta } from '../../rdf/graph.ts';
import { tripleKey } from '../../rdf/termKeys.ts';
import { type TermId, terms } from '../../rdf/terms.ts';
import { changeSize } from '../../repair/drafts/change.ts';
import type { Constraint } from '../../shacl/model/shape.ts';
import type { Violation } from '../../shacl/model/violation.ts';
import type { VioProblem } from '../problem.ts';
import type { CaseStatistics, ConstraintCoverage, VioCase } from '../vioCase.ts';
import type { Uncovered } from './reasons.ts';
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

/**
 * The effect of the cases of a suite on each constraint. Cases that the engines judge differently do not count.
 *
 * @param whyNot called for constraints that no case covers or satisfies.
 */
export function coverageOf(
  constraints: readonly Constraint[],
  cases: readonly VioCase[],
  whyNot: (constraint: Constraint, touching: readonly number[]) => Uncovered,
): readonly ConstraintCoverage[] {
  const covering = indexed(cases, ({ covered }) => covered);
  const satisfying = indexed(cases, ({ satisfied }) => satisfied);
  const touching = indexed(cases, ({ touched }) => touched);
  return constraints.map((constraint): ConstraintCoverage => {
    const covered = covering.get(constraint);
    const satisfied = satisfying.get(constraint);
    const touched = touching.get(constraint) ?? [];
    const exercised = covered ?? satisfied;
    const why = exercised ? undefined : whyNot(constraint, touched);
    return {
      constraint,
      status: covered ? 'covered' : satisfied ? 'satisfied' : touched.length > 0 ? 'touched' : 'uncovered',
      cases: exercised ?? [],
      touching: touched,
      reason: why?.reason,
      explanation: why?.explanation,
    };
  });
}

/** The indexes of the cases that do something to each constraint. */
function indexed(
  cases: readonly VioCase[],
  constraintsOf: (vioCase: VioCase) => readonly Constraint[],
): ReadonlyMap<Constraint, readonly number[]> {
  const found = new Map<Constraint, number[]>();
  for (const [index, vioCase] of cases.entries()) {
    if (vioCase.crossCheck?.kind === 'differs') continue;
    for (const constraint of constraintsOf(vioCase)) {
      const known = found.get(constraint);
      if (known) known.push(index);
      else found.set(constraint, [index]);
    }
  }
  return found;
}
