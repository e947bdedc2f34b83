import { hasTriple } from '../../rdf/graph.ts';
import { terms } from '../../rdf/terms.ts';
import type { Remedy, RepairProblem } from '../repair.ts';

/** Offers to write another value in place of the one that is wrong, where a data file states it. */
export function valueToFillIn({ violation, recorded }: RepairProblem): readonly Remedy[] {
  const { value, path, focusNode } = violation;
  if (value === undefined || path?.kind !== 'predicate' || terms.isBlank(value)) return [];
  const stated = { subject: focusNode, predicate: path.predicate, object: value };
  return hasTriple(recorded.input.reportedGraph, stated) ? [{ kind: 'fillIn', value }] : [];
}
