import { isLanguageTerm } from '../rdf/publishedVocabularies.ts';
import { type TermId, terms } from '../rdf/terms.ts';
import type { ValidationInput } from './validationUnit.ts';

/** True for nodes that only files beside the data describe, such as ontologies: data files state nothing of them. */
export function isForeign(
  node: TermId,
  { dataGraph, reportedGraph }: Pick<ValidationInput, 'dataGraph' | 'reportedGraph'>,
): boolean {
  return reportedGraph.outgoing(node).length === 0 && dataGraph.outgoing(node).length > 0;
}

/** True for IRIs that no linked file has a triple about, be it data, context or shapes. */
export function isNowhereSubject(
  node: TermId,
  { dataGraph, classGraph, shapes }: Pick<ValidationInput, 'dataGraph' | 'classGraph' | 'shapes'>,
): boolean {
  const graphs = classGraph === dataGraph ? [dataGraph, shapes.graph] : [dataGraph, classGraph, shapes.graph];
  return terms.isIri(node) && graphs.every((graph) => graph.outgoing(node).length === 0);
}

/** True for nodes of which a file that is not linked may say something: no linked one does, and they are no terms of a language. */
export function isUndescribed(
  node: TermId,
  input: Pick<ValidationInput, 'dataGraph' | 'classGraph' | 'shapes'>,
): boolean {
  return !isLanguageTerm(node) && isNowhereSubject(node, input);
}
