import type { TermId } from '../../rdf/terms.ts';
import { isSingleStep } from '../paths/path.ts';
import type { ShapesGraph } from '../shapesGraph/shapesGraph.ts';

/**
 * The property shapes that judge values of their focus node, which is that of the root shape, one step away: a root
 * shape itself, or shapes that only node shapes name by sh:property. A value that no change touches has the results
 * there that it had, the same number of times.
 */
export function shapesThatJudgeApart(shapes: ShapesGraph): ReadonlySet<TermId> {
  let found = byShapes.get(shapes);
  if (found === undefined) {
    found = find(shapes);
    byShapes.set(shapes, found);
  }
  return found;
}

const byShapes = new WeakMap<ShapesGraph, ReadonlySet<TermId>>();

function find({ shapes }: ShapesGraph): ReadonlySet<TermId> {
  const nested = new Set<TermId>();
  const nestedFurther = new Set<TermId>();
  for (const { constraints, path } of shapes) {
    for (const constraint of constraints) {
      if (constraint.kind !== 'property') continue;
      nested.add(constraint.shapeRef);
      if (path !== undefined) nestedFurther.add(constraint.shapeRef);
    }
  }
  // What a nested shape nests is as far away as that one.
  for (const { id, constraints } of shapes) {
    if (!nested.has(id)) continue;
    for (const constraint of constraints) {
      if (constraint.kind === 'property') nestedFurther.add(constraint.shapeRef);
    }
  }
  return new Set(
    shapes.flatMap(({ id, path }) => (path && isSingleStep(path) && !nestedFurther.has(id) ? [id] : [])),
  );
}
