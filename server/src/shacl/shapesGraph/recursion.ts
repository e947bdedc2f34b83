import type { TermId } from '../../rdf/terms.ts';
import { findCircles } from './circles.ts';
import type { Constraint, Shape } from './shape.ts';
import { disfavouredRefsOf, shapeRefsOf } from './shapeRefs.ts';

/** Numbers the circles in which shapes refer to one another. */
export function findCycles(shapes: readonly Shape[]): ReadonlyMap<TermId, number> {
  const references = new Map(shapes.map(({ id, constraints }) => [id, constraints.flatMap(shapeRefsOf)]));
  return findCircles(references.keys(), (id) => references.get(id) ?? []);
}

/**
 * Leaves out the constraints by which a shape would conform because it does not: those that count against a node what
 * leads back to their own shape (sh:not, sh:xone, sh:qualifiedMaxCount and disjoint siblings). What is left of a
 * circle can only be refuted, never confirmed, by refuting a part of it, so it has one greatest fixpoint.
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
