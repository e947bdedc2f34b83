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

/** The local names of all terms of a vocabulary, as the elements of a set or the keys of a map. */
export type LocalNames = Pick<ReadonlySet<string>, 'has' | 'keys'>;

/** The names of a vocabulary; undefined for one that is not known. */
export type VocabularyNames = (namespace: string) => LocalNames | undefined;

let provided: (() => Promise<VocabularyNames>) | undefined;

/** Says where the names of published vocabularies come from. They are loaded when a file is looked at that uses one. */
export function provideVocabularies(load: () => Promise<VocabularyNames>): void {
  provided = load;
}

/** What was provided and nobody has taken yet. */
export function takeProvidedVocabularies(): (() => Promise<VocabularyNames>) | undefined {
  const load = provided;
  provided = undefined;
  return load;
}
