import type { TermId } from '../rdf/terms.ts';
import type { ValidationInput } from './validationUnit.ts';

/** True for nodes that only files beside the data describe, such as ontologies: data files state nothing of them. */
export function isForeign(
  node: TermId,
  { dataGraph, reportedGraph }: Pick<ValidationInput, 'dataGraph' | 'reportedGraph'>,
): boolean {
  return reportedGraph.outgoing(node).length === 0 && dataGraph.outgoing(node).length > 0;
}
