import { namespaceOf } from './iri.ts';
import { knownNamespaces } from './knownPrefixes.ts';
import { type TermId, terms } from './terms.ts';
import { namespaces } from './vocab.ts';

/** True for terms of RDF, RDFS, OWL, XML Schema and SHACL, which mean the same wherever they stand: no file need describe them. */
export function isLanguageTerm(node: TermId): boolean {
  return terms.isIri(node) && isLanguage(namespaceOf(terms.value(node)));
}

/** True for the namespaces of these languages. */
export function isLanguage(namespace: string): boolean {
  return languages.has(namespace);
}

/**
 * Whether the file that describes a type may say that it is a subclass of a class. A vocabulary knows nothing of those that
 * are built on it: languages know one another only, and what many use knows nothing of what somebody has made for himself.
 */
export function mayBeSubclass(type: TermId, ofClass: TermId): boolean {
  return reach(ofClass) <= reach(type);
}

const languages: ReadonlySet<string> = new Set(Object.values(namespaces));

/** How far above the foundations a term is: of a language, of a well-known vocabulary, of any other. */
function reach(node: TermId): number {
  if (isLanguageTerm(node)) return 0;
  return terms.isIri(node) && knownNamespaces.has(namespaceOf(terms.value(node))) ? 1 : 2;
}
