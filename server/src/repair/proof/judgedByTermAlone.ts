import type { TermId } from '../../rdf/terms.ts';
import type { Evaluator } from '../../shacl/evaluator.ts';
import type { Constraint } from '../../shacl/shapesGraph/shape.ts';

/** True when a verdict about a node rests on what it is, whatever the graph says about it. */
export function isJudgedByTermAlone(
  evaluator: Evaluator,
  node: TermId,
  shape: TermId,
  only?: Constraint,
): boolean {
  const { triples, absences } = evaluator.trace(node, shape, only);
  return triples.length + absences.length === 0;
}
