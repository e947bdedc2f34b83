import { componentOf } from '../components/index.ts';
import type { Constraint } from '../model/shape.ts';
import type { ShapesGraph } from '../model/shapesGraph.ts';
import { type TermPrinter, wordsFor } from '../model/words.ts';

/** What a constraint requires, as a sentence: "Each value of ex:p must be an instance of ex:C." */
export function explainConstraint(constraint: Constraint, shapes: ShapesGraph, term: TermPrinter): string {
  const shape = shapes.get(constraint.shape)!;
  const component = componentOf(constraint);
  return component.explain(constraint, wordsFor(shape, shapes.graph, term));
}

/** What a constraint requires of one value, as a sentence: "ex:a must be an instance of ex:C." */
export function explainRequirement(
  constraint: Constraint,
  value: string,
  shapes: ShapesGraph,
  term: TermPrinter,
): string {
  const shape = shapes.get(constraint.shape)!;
  return componentOf(constraint).explain(constraint, { ...wordsFor(shape, shapes.graph, term), each: value });
}
