import type { TermId } from '../../rdf/terms.ts';
import type { Evaluator } from '../../shacl/evaluator.ts';
import type { Constraint } from '../../shacl/model/shape.ts';

/** True when a verdict about a node depends on the term itself, regardless of the graph. */
export function isJudgedByTermAlone(
  evaluator: Evaluator,
  node: TermId,
  shape: TermId,
  only?: Constraint,
): boolean {
  const { triples, absences } = evaluator.trace(node, shape, only);
  return triples.length + absences.length === 0;
}
