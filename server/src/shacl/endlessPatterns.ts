import { harmlessLength } from '../rdf/literals/linearRegex.ts';
import { compileRegex } from '../rdf/literals/xpathRegex.ts';
import type { TermId } from '../rdf/terms.ts';
import { shapeRefsOf } from './components/shapeRefs.ts';
import type { Constraint } from './model/shape.ts';
import type { ShapesGraph } from './model/shapesGraph.ts';

/**
 * Why the pattern of a constraint may take forever even on a text of two dozen characters, and even with the engines of
 * `loadEnginesFor`; undefined when it is not, or when the constraint has no pattern.
 */
export function endlessPattern(constraint: Constraint): string | undefined {
  if (constraint.kind !== 'pattern') return undefined;
  const reading = compileRegex(constraint.pattern, constraint.flags);
  return reading.kind === 'regex' ? reading.mayHang(harmlessLength + 1) : undefined;
}

/** The same for the first such constraint of some shapes and those that they refer to. */
export function endlessPatternBelow(shapes: ShapesGraph, ids: Iterable<TermId>): string | undefined {
  const reached = new Set(ids);
  for (const id of reached) {
    for (const constraint of shapes.get(id)?.constraints ?? []) {
      const why = endlessPattern(constraint);
      if (why !== undefined) return why;
      for (const ref of shapeRefsOf(constraint)) reached.add(ref);
    }
  }
  return undefined;
}
