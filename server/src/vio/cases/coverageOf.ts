import type { Constraint } from '../../shacl/model/shape.ts';
import type { ConstraintCoverage, VioCase } from '../vioCase.ts';
import type { Uncovered } from './reasons.ts';

/**
 * What the cases of a suite do to each constraint. Cases that the engines judge differently do not count.
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
