import { namespaceOf } from './iri.ts';
import { knownNamespaces } from './knownPrefixes.ts';
import { type TermId, terms } from './terms.ts';
import { namespaces } from './vocab.ts';

/**
 * True for terms of RDF, RDFS, OWL, XML Schema and SHACL, which mean the same everywhere: no file needs to describe them.
 */
export function isLanguageTerm(node: TermId): boolean {
  return terms.isIri(node) && isLanguage(namespaceOf(terms.value(node)));
}

/** True for the namespaces of these languages. */
export function isLanguage(namespace: string): boolean {
  return languages.has(namespace);
}

/**
 * Whether the file that describes a type may say that it is a subclass of a class. A vocabulary does not refer to those
 * that are built on it: languages refer only to one another, and published vocabularies do not refer to somebody's own.
 */
export function mayBeSubclass(type: TermId, ofClass: TermId): boolean {
  return reach(ofClass) <= reach(type);
}

const languages: ReadonlySet<string> = new Set(Object.values(namespaces));

/** The level of a term above the foundations: of a language, of a well-known vocabulary, or of any other. */
function reach(node: TermId): number {
  if (isLanguageTerm(node)) return 0;
  return terms.isIri(node) && knownNamespaces.has(namespaceOf(terms.value(node))) ? 1 : 2;
}

/** The local names of all terms of a vocabulary, as the elements of a set or the keys of a map. */
export type LocalNames = Pick<ReadonlySet<string>, 'has' | 'keys'>;

/** The names of a vocabulary; undefined for one that is not known. */
export type VocabularyNames = (namespace: string) => LocalNames | undefined;

let provided: (() => Promise<VocabularyNames>) | undefined;

/** Sets the source of the names of published vocabularies. They are loaded when a file that uses one is examined. */
export function provideVocabularies(load: () => Promise<VocabularyNames>): void {
  provided = load;
}

/** What was provided and has not been used yet. */
export function takeProvidedVocabularies(): (() => Promise<VocabularyNames>) | undefined {
  const load = provided;
  provided = undefined;
  return load;
}
