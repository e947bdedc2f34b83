import { detach } from '../base/detach.ts';

/**
 * The process-wide term dictionary: every RDF term that any graph mentions is a small integer, equal terms are
 * equal integers. Graphs, shapes and results hold integers only; this file is the one place that knows what they
 * stand for. It is module state on purpose: a term means the same in every document of the process, so two
 * dictionaries could only disagree (ARCHITECTURE.md, decision 3).
 */

/** A term as an index into the dictionary. Only meaningful within one process. */
export type TermId = number;

/** A triple of the default graph. */
export interface Triple {
  readonly subject: TermId;
  readonly predicate: TermId;
  readonly object: TermId;
}

export type TermKind = 'iri' | 'blank' | 'literal' | 'triple';

type Entry =
  | { readonly kind: 'iri' | 'blank'; readonly value: string }
  | {
      readonly kind: 'literal';
      readonly value: string;
      readonly datatype: TermId;
      readonly language: string;
      readonly direction: string;
    }
  | { readonly kind: 'triple'; readonly value: ''; readonly triple: Triple };

const rdfNs = 'http://www.w3.org/1999/02/22-rdf-syntax-ns#';

class TermDictionary {
  readonly #entries: Entry[] = [];
  readonly #iris = new Map<string, TermId>();
  readonly #blanks = new Map<string, TermId>();
  /** By datatype, or by language tag and direction, then by lexical form. */
  readonly #literals = new Map<TermId | string, Map<string, TermId>>();
  readonly #triples = new Map<string, TermId>();

  /** The id of an absolute IRI, without angle brackets. */
  iri(value: string): TermId {
    return this.#iris.get(value) ?? this.#add(this.#iris, value, (own) => ({ kind: 'iri', value: own }));
  }

  /**
   * The id of a blank node. Its label must already be unique in the process: documents put their own scope in
   * front (see turtle/turtleDocument.ts).
   */
  blankNode(label: string): TermId {
    return (
      this.#blanks.get(label) ?? this.#add(this.#blanks, label, (own) => ({ kind: 'blank', value: own }))
    );
  }

  /** The id of a literal with a datatype, xsd:string when none is given. */
  literal(lexical: string, datatype: TermId = this.iri('http://www.w3.org/2001/XMLSchema#string')): TermId {
    const index = this.#literalsOf(datatype);
    return (
      index.get(lexical) ??
      this.#add(index, lexical, (value) => ({
        kind: 'literal',
        value,
        datatype,
        language: '',
        direction: '',
      }))
    );
  }

  /**
   * The id of a language-tagged string. Tags are equal when they differ in case only (RDF 1.2 Concepts 3.3);
   * they are kept in the case that BCP 47 recommends (`en-GB`).
   */
  languageString(lexical: string, language: string, direction: '' | 'ltr' | 'rtl' = ''): TermId {
    const tag = formatLanguageTag(language);
    const index = this.#literalsOf(direction ? `${tag} ${direction}` : tag);
    const known = index.get(lexical);
    if (known !== undefined) return known;
    const datatype = this.iri(`${rdfNs}${direction ? 'dirLangString' : 'langString'}`);
    return this.#add(index, lexical, (value) => ({
      kind: 'literal',
      value,
      datatype,
      language: tag,
      direction,
    }));
  }

  /** The id of an RDF 1.2 triple term. */
  tripleTerm(triple: Triple): TermId {
    const key = `${triple.subject} ${triple.predicate} ${triple.object}`;
    return (
      this.#triples.get(key) ?? this.#add(this.#triples, key, () => ({ kind: 'triple', value: '', triple }))
    );
  }

  kind(id: TermId): TermKind {
    return this.#entry(id).kind;
  }

  isIri(id: TermId): boolean {
    return this.#entry(id).kind === 'iri';
  }

  isBlank(id: TermId): boolean {
    return this.#entry(id).kind === 'blank';
  }

  isLiteral(id: TermId): boolean {
    return this.#entry(id).kind === 'literal';
  }

  /** The IRI, the blank node's label or the lexical form; empty for triple terms. */
  value(id: TermId): string {
    return this.#entry(id).value;
  }

  /** The datatype of a literal, undefined for other terms. */
  datatype(id: TermId): TermId | undefined {
    const entry = this.#entry(id);
    return entry.kind === 'literal' ? entry.datatype : undefined;
  }

  /** The language tag of a literal, empty when it has none or the term is no literal. */
  language(id: TermId): string {
    const entry = this.#entry(id);
    return entry.kind === 'literal' ? entry.language : '';
  }

  /** The base direction of a literal, empty when it has none or the term is no literal. */
  direction(id: TermId): string {
    const entry = this.#entry(id);
    return entry.kind === 'literal' ? entry.direction : '';
  }

  /** The parts of a triple term, undefined for other terms. */
  triple(id: TermId): Triple | undefined {
    const entry = this.#entry(id);
    return entry.kind === 'triple' ? entry.triple : undefined;
  }

  /** How many terms the dictionary holds. */
  get size(): number {
    return this.#entries.length;
  }

  #entry(id: TermId): Entry {
    const entry = this.#entries[id];
    if (entry === undefined) throw new RangeError(`no term has the id ${id}`);
    return entry;
  }

  #literalsOf(kind: TermId | string): Map<string, TermId> {
    const known = this.#literals.get(kind);
    if (known !== undefined) return known;
    const index = new Map<string, TermId>();
    this.#literals.set(kind, index);
    return index;
  }

  /** The key may be cut from a document, so what stays is a string of its own. */
  #add(index: Map<string, TermId>, key: string, entry: (own: string) => Entry): TermId {
    const own = detach(key);
    const id = this.#entries.length;
    this.#entries.push(entry(own));
    index.set(own, id);
    return id;
  }
}

export const terms = new TermDictionary();

/** Few tags occur, and each of them often. */
const formattedTags = new Map<string, string>();

function formatLanguageTag(tag: string): string {
  const known = formattedTags.get(tag);
  if (known !== undefined) return known;
  const own = detach(tag);
  const formatted = recommendedCase(own);
  formattedTags.set(own, formatted);
  return formatted;
}

function recommendedCase(tag: string): string {
  const [first, ...rest] = tag.toLowerCase().split('-');
  let afterSingleton = first!.length === 1;
  const formatted = rest.map((subtag) => {
    const plain = afterSingleton;
    if (subtag.length === 1) afterSingleton = true;
    if (plain) return subtag;
    if (subtag.length === 2) return subtag.toUpperCase();
    return subtag.length === 4 && /^[a-z]/.test(subtag) ? subtag[0]!.toUpperCase() + subtag.slice(1) : subtag;
  });
  return [first, ...formatted].join('-');
}
