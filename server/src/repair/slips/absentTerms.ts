import { completeVocabularies } from '../../rdf/completeVocabularies.ts';
import { localName, namespaceOf } from '../../rdf/iri.ts';
import { type TermId, terms } from '../../rdf/terms.ts';
import { namespaces, owl, rdf } from '../../rdf/vocab.ts';
import type { Draft } from '../drafts/draft.ts';

/**
 * True for a term that its vocabulary does not have: one whose terms are all known, or one that a linked file describes as an
 * ontology. A term of any other vocabulary may well exist, although nothing here describes it.
 */
export function isAbsent(term: TermId, { search }: Draft): boolean {
  if (!terms.isIri(term)) return false;
  const iri = terms.value(term);
  const namespace = namespaceOf(iri);
  const names = completeVocabularies.get(namespace);
  if (names !== undefined) return !names.has(localName(iri)) && !isMember(iri);
  const { classGraph } = search.input;
  return [namespace, namespace.replace(/[#/]$/, '')].some((name) => {
    const ontology = terms.knownIri(name);
    return ontology !== undefined && classGraph.has(ontology, rdf.type, owl.Ontology);
  });
}

/** rdf:_1, rdf:_2 and so on. */
function isMember(iri: string): boolean {
  return iri.startsWith(`${namespaces.rdf}_`) && /_[1-9]\d*$/.test(iri);
}
