import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { TermId } from '../rdf/terms.ts';
import { sh } from '../rdf/vocab.ts';
import { arbitraryCase } from '../testing/arbitraryShapes.ts';
import { inputOf } from '../testing/differential/tally.ts';
import { printViolation, validate } from '../testing/shaclCheck.ts';
import { shapeRefsOf } from './recursion.ts';
import { referenceValidator } from './reference.ts';
import type { Constraint } from './shape.ts';
import type { ShapesGraph } from './shapesGraph.ts';
import { type ValidationResult, type Violation, violationKey } from './violation.ts';

test('the reference finds the same as the built-in engine, but for what it says it does not check', () =>
  fc.assert(
    fc.asyncProperty(arbitraryCase(), async (shapesCase) => {
      const input = inputOf(shapesCase);
      const ours = await validate(input);
      const theirs = await validate(input, referenceValidator);
      const isUnchecked = uncheckedBy(theirs, input.shapes);
      const print = (violations: readonly Violation[]) =>
        violations
          .filter((violation) => !isUnchecked(violation))
          .map((violation) => `${violationKey(violation)} ${printViolation(violation)}`)
          .toSorted();
      expect(print(theirs.violations)).toEqual(print(ours.violations));
    }),
    { numRuns: 40, seed: 5 },
  ));

/**
 * Whether a result is, or rests on, what was left out. The reference does not tell the constraints of a component
 * apart, so what is left out of one of them counts for all.
 */
function uncheckedBy(
  { notChecked }: ValidationResult,
  shapes: ShapesGraph,
): (violation: Violation) => boolean {
  const isLeftOut = (id: TermId, component?: TermId) =>
    notChecked.some(
      (entry) => entry.shape === id && (entry.component === undefined || entry.component === component),
    );
  const reachedBy = (constraints: readonly Constraint[]) => {
    const reached = new Set(constraints.flatMap(shapeRefsOf));
    for (const ref of reached) {
      for (const next of shapes.get(ref)?.constraints.flatMap(shapeRefsOf) ?? []) reached.add(next);
    }
    return reached;
  };
  return ({ sourceShape, component, rootShape }) => {
    const same = shapes.get(sourceShape)!.constraints.filter((other) => other.component === component);
    return (
      isLeftOut(rootShape) ||
      isLeftOut(sourceShape, component) ||
      [...reachedBy(same)].some((ref) => notChecked.some(({ shape }) => shape === ref)) ||
      shapes.shapes.some(
        ({ id, constraints }) =>
          isLeftOut(id, sh.PropertyConstraintComponent) &&
          reachedBy(constraints.filter(({ kind }) => kind === 'property')).has(sourceShape),
      )
    );
  };
}
