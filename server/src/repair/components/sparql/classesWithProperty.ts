import { memoized } from '../../../base/memoized.ts';
import type { TermId } from '../../../rdf/terms.ts';
import type { ShapesGraph } from '../../../shacl/shapesGraph/shapesGraph.ts';

/** The classes with a shape that has a property shape for the predicate: their instances may have it. */
export function classesWithProperty(shapes: ShapesGraph, predicate: TermId): readonly TermId[] {
  return classesByProperty(shapes).get(predicate) ?? [];
}

const classesByProperty = memoized((graph: ShapesGraph) => {
  const classes = new Map<TermId, TermId[]>();
  for (const { targets, constraints } of graph.shapes) {
    const targeted = targets.flatMap((target) => (target.kind === 'class' ? [target.class] : []));
    if (targeted.length === 0) continue;
    for (const constraint of constraints) {
      const path = constraint.kind === 'property' ? graph.get(constraint.shapeRef)?.path : undefined;
      if (path?.kind !== 'predicate') continue;
      classes.set(path.predicate, [...(classes.get(path.predicate) ?? []), ...targeted]);
    }
  }
  return classes;
});
