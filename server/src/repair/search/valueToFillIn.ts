import { hasTriple } from '../../rdf/graph.ts';
import { type Triple, terms } from '../../rdf/terms.ts';
import type { ValidationInput } from '../../shacl/validationUnit.ts';
import type { RepairProblem, RepairRemedy } from '../repair.ts';

/** Offers to write another value in place of the one that is wrong, where a data file states it. */
export function valueToFillIn({ violation, recorded }: RepairProblem): readonly RepairRemedy[] {
  const { value, path, focusNode } = violation;
  if (value === undefined || path?.kind !== 'predicate') return [];
  return toFillIn({ subject: focusNode, predicate: path.predicate, object: value }, recorded.input);
}

/** Offers to write another object in a statement, if it is one of a data file. */
export function toFillIn(
  statement: Triple,
  { reportedGraph }: Pick<ValidationInput, 'reportedGraph'>,
): readonly RepairRemedy[] {
  if (terms.isBlank(statement.object) || !hasTriple(reportedGraph, statement)) return [];
  return [{ kind: 'fillIn', statement }];
}
