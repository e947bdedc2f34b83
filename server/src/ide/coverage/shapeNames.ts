import type { TermId } from '../../rdf/terms.ts';
import { terms } from '../../rdf/terms.ts';
import { printPath } from '../../shacl/paths/path.ts';
import { type TermPrinter, wordsFor } from '../../shacl/results/words.ts';
import type { Shape } from '../../shacl/shapesGraph/shape.ts';
import { shapeRefsOf } from '../../shacl/shapesGraph/shapeRefs.ts';
import type { ShapesGraph } from '../../shacl/shapesGraph/shapesGraph.ts';

/**
 * Names shapes for people: a named shape by its name, an anonymous one by the shape that refers to it and by its path,
 * such as `ex:PersonShape › ex:name`.
 */
export function shapeNames(shapes: ShapesGraph, print: TermPrinter): (shape: Shape) => string {
  const referrers = new Map<TermId, { readonly shape: Shape; readonly parameter: TermId }>();
  for (const shape of shapes.shapes) {
    for (const constraint of shape.constraints) {
      for (const reference of shapeRefsOf(constraint)) {
        if (!referrers.has(reference)) referrers.set(reference, { shape, parameter: constraint.parameter });
      }
    }
  }
  return (shape) => {
    const steps: string[] = [];
    let at = shape;
    while (terms.isBlank(at.id)) {
      const referrer = referrers.get(at.id);
      if (referrer === undefined || steps.length === deepest) {
        steps.push(wordsFor(at, shapes.graph, print).shape(at.id));
        return steps.reverse().join(separator);
      }
      steps.push(at.path === undefined ? print(referrer.parameter) : printPath(at.path, print));
      at = referrer.shape;
    }
    steps.push(print(at.id));
    return steps.reverse().join(separator);
  };
}

const separator = ' › ';

/** A name has at most this many steps. Shapes that refer to each other in a circle would have no end. */
const deepest = 8;
