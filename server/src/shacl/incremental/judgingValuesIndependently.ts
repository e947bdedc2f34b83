import { memoized } from '../../base/memoized.ts';
import type { TermId } from '../../rdf/terms.ts';
import { isSingleStep } from '../model/path.ts';
import type { ShapesGraph } from '../model/shapesGraph.ts';

/**
 * The property shapes whose focus node is always that of the root shape and whose path is a single step: root shapes
 * themselves, and shapes that are referenced by sh:property from node shapes only. Each value of such a shape can be
 * judged independently of the others: a value that a change does not touch keeps the same results, the same number of times.
 */
export const judgingValuesIndependently: (shapes: ShapesGraph) => ReadonlySet<TermId> = memoized(find);

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
  // A shape that is nested in a nested shape has another focus node than the root shape.
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
