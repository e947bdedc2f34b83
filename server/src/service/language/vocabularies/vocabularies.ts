import { namespaceOf } from '../../../rdf/iri.ts';
import { knownPrefixes } from '../../../rdf/knownPrefixes.ts';

/** The output of scripts/packVocabularies.mjs. */
export interface PackedKnowledge {
  /** Prefix → namespace. Of two prefixes for a namespace, the first one is written. */
  readonly prefixes: Readonly<Record<string, string>>;
  readonly vocabularies: readonly PackedVocabulary[];
}

export interface PackedVocabulary {
  readonly namespace: string;
  /** What people call it. */
  readonly title: string;
  readonly license: string;
  readonly terms: readonly PackedTerm[];
}

export interface PackedTerm {
  /** What follows the namespace. */
  readonly name: string;
  readonly kind: 'class' | 'property' | 'datatype' | 'individual';
  /** By language tag in lower case; empty for texts without a language. */
  readonly labels?: Texts;
  readonly definitions?: Texts;
  /** IRIs of the classes in a property's domain, and of those of its values. */
  readonly domains?: readonly string[];
  readonly ranges?: readonly string[];
  /** IRIs of the classes or properties above. */
  readonly broader?: readonly string[];
  /** IRIs of the classes of an individual. */
  readonly types?: readonly string[];
  readonly isDeprecated?: boolean;
}

type Texts = Readonly<Record<string, string>>;

/** A term of a well-known vocabulary. */
export interface VocabularyTerm extends PackedTerm {
  readonly iri: string;
  /** The title of its vocabulary. */
  readonly vocabulary: string;
  /**
   * How general it is: how many terms of its vocabulary name a class, and how many classes are in the domain of a property.
   */
  readonly uses: number;
}

/**
 * What is known about the terms of well-known vocabularies, without a file that describes them. A namespace with `https:`
 * equals that with `http:`, because schema.org is written either way.
 */
export class Vocabularies {
  /**
   * The prefixes in use, without their colons: universal ones first, then thousands of less common ones. Of two prefixes
   * for a namespace, the first one is written.
   */
  readonly prefixes: ReadonlyMap<string, string>;
  readonly #byNamespace: ReadonlyMap<string, PackedVocabulary>;
  /** By namespace as it was asked for. */
  readonly #terms = new Map<string, ReadonlyMap<string, VocabularyTerm>>();

  constructor({ prefixes, vocabularies }: PackedKnowledge) {
    this.prefixes = new Map([...knownPrefixes, ...Object.entries(prefixes), ...knownPrefixes]);
    this.#byNamespace = new Map(vocabularies.map((each) => [each.namespace, each]));
  }

  /** The namespaces, as their publishers write them. */
  get namespaces(): Iterable<string> {
    return this.#byNamespace.keys();
  }

  term(iri: string): VocabularyTerm | undefined {
    const namespace = namespaceOf(iri);
    return this.#termsOf(namespace)?.get(iri.slice(namespace.length));
  }

  /** The terms of a vocabulary by their local names; undefined for an unknown one. */
  readonly names = (namespace: string): ReadonlyMap<string, VocabularyTerm> | undefined =>
    this.#termsOf(namespace);

  /** The terms of a vocabulary, with IRIs in the given spelling of the namespace; none for an unknown one. */
  termsIn(namespace: string): Iterable<VocabularyTerm> {
    return this.#termsOf(namespace)?.values() ?? [];
  }

  /** These classes or properties with all their superclasses or superproperties, in one form for `http:` and `https:`. */
  withBroader(iris: Iterable<string>): ReadonlySet<string> {
    const reached = new Set([...iris].map(withHttp));
    for (const each of reached) {
      for (const above of this.term(each)?.broader ?? []) reached.add(withHttp(above));
    }
    return reached;
  }

  #termsOf(namespace: string): ReadonlyMap<string, VocabularyTerm> | undefined {
    const vocabulary = this.#byNamespace.get(withHttp(namespace));
    if (vocabulary === undefined) return undefined;
    let known = this.#terms.get(namespace);
    if (known === undefined) {
      known = described(vocabulary, namespace);
      this.#terms.set(namespace, known);
    }
    return known;
  }
}

/** For programs that know none. */
export const noVocabularies = new Vocabularies({ prefixes: {}, vocabularies: [] });

/** An IRI in one form for `http:` and `https:`. */
export function withHttp(iri: string): string {
  return iri.startsWith('https:') ? `http:${iri.slice('https:'.length)}` : iri;
}

function described(
  { namespace: published, title, terms }: PackedVocabulary,
  namespace: string,
): ReadonlyMap<string, VocabularyTerm> {
  const named = new Map<string, number>();
  for (const { domains = [], ranges = [], broader = [] } of terms) {
    for (const iri of [...domains, ...ranges, ...broader]) named.set(iri, (named.get(iri) ?? 0) + 1);
  }
  return new Map(
    terms.map((term) => {
      const uses = (named.get(published + term.name) ?? 0) + (term.domains?.length ?? 0);
      return [term.name, { ...term, iri: namespace + term.name, vocabulary: title, uses }];
    }),
  );
}

/** The text in the language of the reader, then the one without a language, then English, then any. */
export function textFor(texts: Texts | undefined, locale: string): string | undefined {
  if (texts === undefined) return undefined;
  const wanted = locale.toLowerCase();
  const [language] = wanted.split('-');
  const of = (tag: string) =>
    texts[tag] ?? Object.entries(texts).find(([each]) => each.split('-')[0] === tag)?.[1];
  return texts[wanted] ?? of(language!) ?? texts[''] ?? of('en') ?? Object.values(texts)[0];
}
