import type { TermId } from '../../rdf/terms.ts';
import { findCircles } from './circles.ts';
import type { Constraint, Shape } from './shape.ts';
import { disfavouredRefsOf, shapeRefsOf } from './shapeRefs.ts';

/** Numbers the circles of shapes that refer to one another. */
export function findCycles(shapes: readonly Shape[]): ReadonlyMap<TermId, number> {
  const references = new Map(shapes.map(({ id, constraints }) => [id, constraints.flatMap(shapeRefsOf)]));
  return findCircles(references.keys(), (id) => references.get(id) ?? []);
}

/**
 * Leaves out the constraints by which a shape would conform because it does not conform: constraints for which it is
 * bad that a value conforms to a shape that leads back to their own shape (sh:not, sh:xone, sh:qualifiedMaxCount and
 * disjoint siblings). In the remaining circles, refuting one part can only refute other parts and never confirm them,
 * so there is one greatest fixpoint.
 */
export function withoutParadoxes(shapes: readonly Shape[]): {
  readonly shapes: readonly Shape[];
  readonly skipped: readonly Constraint[];
} {
  const cycles = findCycles(shapes);
  const isParadox = (constraint: Constraint) => {
    const cycle = cycles.get(constraint.shape);
    return cycle !== undefined && disfavouredRefsOf(constraint).some((ref) => cycles.get(ref) === cycle);
  };
  const skipped = shapes.flatMap(({ constraints }) => constraints.filter(isParadox));
  if (skipped.length === 0) return { shapes, skipped };
  return {
    shapes: shapes.map((shape) => ({
      ...shape,
      constraints: shape.constraints.filter((constraint) => !isParadox(constraint)),
    })),
    skipped,
  };
}
