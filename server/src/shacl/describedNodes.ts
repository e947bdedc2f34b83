import { memoized } from '../base/memoized.ts';
import type { Graph } from '../rdf/graph.ts';
import { namespaceOf } from '../rdf/iri.ts';
import { isLanguageTerm } from '../rdf/publishedVocabularies.ts';
import { type TermId, terms } from '../rdf/terms.ts';
import { rdf, rdfs } from '../rdf/vocab.ts';
import type { ValidationInput } from './validationUnit.ts';

/** True for nodes that only files beside the data describe, such as ontologies: data files state nothing about them. */
export function isOntologyNode(
  node: TermId,
  {
    dataGraph,
    entailment,
    reportedGraph,
  }: Pick<ValidationInput, 'dataGraph' | 'entailment' | 'reportedGraph'>,
): boolean {
  const stated = entailment?.asserted ?? dataGraph;
  return reportedGraph.outgoing(node).length === 0 && stated.outgoing(node).length > 0;
}

/** True for IRIs that no linked file has a triple about, whether data, context or shapes. */
export function isNowhereSubject(
  node: TermId,
  { dataGraph, classGraph, shapes }: Pick<ValidationInput, 'dataGraph' | 'classGraph' | 'shapes'>,
): boolean {
  const graphs = classGraph === dataGraph ? [dataGraph, shapes.graph] : [dataGraph, classGraph, shapes.graph];
  return terms.isIri(node) && graphs.every((graph) => graph.outgoing(node).length === 0);
}

/**
 * True for nodes that a file that is not linked may describe: no linked file does, and they are not terms of a language.
 */
export function isUndescribed(
  node: TermId,
  input: Pick<ValidationInput, 'dataGraph' | 'classGraph' | 'shapes'>,
): boolean {
  return !isLanguageTerm(node) && isNowhereSubject(node, input);
}

/**
 * True for classes in the namespace of which files describe other classes: a file of its vocabulary, although without the
 * class itself, is linked already.
 */
export function isOfDescribedVocabulary(
  type: TermId,
  { dataGraph, classGraph, shapes }: Pick<ValidationInput, 'dataGraph' | 'classGraph' | 'shapes'>,
): boolean {
  if (!terms.isIri(type)) return false;
  const namespace = namespaceOf(terms.value(type));
  return [dataGraph, classGraph, shapes.graph].some((graph) => namespacesOfClasses(graph).has(namespace));
}

/** The remark about such a class, after the sentence that no file describes it. */
export const misnamedAdvice =
  'Linked files describe other classes of its namespace: its name may be wrong, or belong to another version.';

const namespacesOfClasses = memoized((graph: Graph): ReadonlySet<string> => {
  const classes = new Set(graph.withPredicate(rdfs.subClassOf).map(({ subject }) => subject));
  // Making somebody else's class a subclass does not describe their vocabulary.
  const isDeclared = (each: TermId) => terms.isIri(each) && graph.objects(each, rdf.type).length > 0;
  return new Set([...classes].filter(isDeclared).map((each) => namespaceOf(terms.value(each))));
});
