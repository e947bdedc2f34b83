import { copyString } from '../base/copyString.ts';
import { formatLanguageTag } from './languageTag.ts';
import { tripleKey } from './termKeys.ts';

/**
 * The process-wide term dictionary. Every RDF term that a graph mentions is a small integer, and equal terms are equal
 * integers. Graphs, shapes and results hold integers only; only this file knows what they stand for. The dictionary is
 * module state on purpose: a term means the same in every document of the process, so two dictionaries could only disagree
 * (ARCHITECTURE.md, decision 3).
 *
 * Ids stay valid as long as they are used. In a long session most words were once half-typed, so the owner of all
 * documents can sweep the terms that are no longer used; their ids later stand for new terms. Constants of the program
 * are made by `constant` and survive the sweep. Caches that are keyed by id become invalid when `generation` changes.
 */

/** A term as an index into the dictionary. Meaningful within one process only. */
export type TermId = number;

/** A triple of the default graph. */
export interface Triple {
  readonly subject: TermId;
  readonly predicate: TermId;
  readonly object: TermId;
}

export type TermKind = 'iri' | 'blank' | 'literal' | 'triple';

const rdfNs = 'http://www.w3.org/1999/02/22-rdf-syntax-ns#';

const free = 0;
const iri = 1;
const blank = 2;
const literal = 3;
const triple = 4;
const kindNames: readonly TermKind[] = ['iri', 'blank', 'literal', 'triple'];

/** What language-tagged strings with the same tag and direction share. */
interface LanguageForm {
  readonly language: string;
  readonly direction: '' | 'ltr' | 'rtl';
  readonly datatype: TermId;
  readonly ids: Map<string, TermId>;
}

/** Exported for its tests; all other code uses `terms`. */
export class TermDictionary {
  /** For each id: the kind. */
  #kinds = new Uint8Array(1024);
  /** For each id: the IRI, label or lexical form. */
  readonly #values: string[] = [];
  /** For each id: the datatype of a literal, or -1 minus the index of its language form. */
  #details = new Int32Array(1024);

  readonly #iris = new Map<string, TermId>();
  readonly #blanks = new Map<string, TermId>();
  /** Literals by datatype, then by lexical form. */
  readonly #literals = new Map<TermId, Map<string, TermId>>();
  readonly #languageForms: LanguageForm[] = [];
  /** The index of the language form for each tag and direction. */
  readonly #languageIndices = new Map<string, number>();
  readonly #triples = new Map<string, TermId>();
  readonly #tripleParts = new Map<TermId, Triple>();

  readonly #constants = new Set<TermId>();
  /** Unused ids; the last one is assigned first. */
  readonly #freeIds: TermId[] = [];
  #generation = 0;

  readonly #stringType = this.constant('http://www.w3.org/2001/XMLSchema#string');

  /** The id of an absolute IRI, without angle brackets. */
  iri(value: string): TermId {
    return this.#iris.get(value) ?? this.#add(this.#iris, value, iri, 0);
  }

  /** The id of an IRI that something mentions; undefined for an IRI that nothing mentions. */
  knownIri(value: string): TermId | undefined {
    return this.#iris.get(value);
  }

  /** All IRIs that something mentions, the latest last. */
  get knownIris(): ReadonlyMap<string, TermId> {
    return this.#iris;
  }

  /**
   * The id of a blank node. The label must be unique in the process: documents put their own scope in front (see
   * rdf/turtle/turtleDocument.ts).
   */
  blankNode(label: string): TermId {
    return this.#blanks.get(label) ?? this.#add(this.#blanks, label, blank, 0);
  }

  /** The id of a literal with a datatype, xsd:string when none is given. */
  literal(lexical: string, datatype: TermId = this.#stringType): TermId {
    let ids = this.#literals.get(datatype);
    if (ids === undefined) {
      ids = new Map();
      this.#literals.set(datatype, ids);
    }
    return ids.get(lexical) ?? this.#add(ids, lexical, literal, datatype);
  }

  /**
   * The id of a language-tagged string. Tags that differ only in case are equal (RDF 1.2 Concepts 3.3); they are stored
   * in the case that BCP 47 recommends (`en-GB`).
   */
  languageString(lexical: string, language: string, direction: '' | 'ltr' | 'rtl' = ''): TermId {
    const index = this.#languageIndex(formatLanguageTag(language), direction);
    const { ids } = this.#languageForms[index]!;
    return ids.get(lexical) ?? this.#add(ids, lexical, literal, -1 - index);
  }

  /** The id of an RDF 1.2 triple term. */
  tripleTerm({ subject, predicate, object }: Triple): TermId {
    const key = tripleKey({ subject, predicate, object });
    const known = this.#triples.get(key);
    if (known !== undefined) return known;
    const id = this.#newId('', triple, 0);
    this.#triples.set(key, id);
    this.#tripleParts.set(id, { subject, predicate, object });
    return id;
  }

  kind(id: TermId): TermKind {
    return kindNames[this.#kind(id) - 1]!;
  }

  isIri(id: TermId): boolean {
    return this.#kind(id) === iri;
  }

  isBlank(id: TermId): boolean {
    return this.#kind(id) === blank;
  }

  isLiteral(id: TermId): boolean {
    return this.#kind(id) === literal;
  }

  /** The IRI, the blank node's label or the lexical form. Empty for triple terms. */
  value(id: TermId): string {
    this.#kind(id);
    return this.#values[id]!;
  }

  /** The datatype of a literal, undefined for other terms. */
  datatype(id: TermId): TermId | undefined {
    if (this.#kind(id) !== literal) return undefined;
    const detail = this.#details[id]!;
    return detail < 0 ? this.#languageForms[-1 - detail]!.datatype : detail;
  }

  /** The language tag of a literal; empty for other literals and terms. */
  language(id: TermId): string {
    return this.#languageForm(id)?.language ?? '';
  }

  /** The base direction of a literal; empty for other literals and terms. */
  direction(id: TermId): '' | 'ltr' | 'rtl' {
    return this.#languageForm(id)?.direction ?? '';
  }

  /** The components of a triple term, undefined for other terms. */
  triple(id: TermId): Triple | undefined {
    this.#kind(id);
    return this.#tripleParts.get(id);
  }

  /** The number of terms in the dictionary. */
  get size(): number {
    return this.#values.length - this.#freeIds.length;
  }

  /** The id of an IRI that the program itself uses; it is never swept. */
  constant(value: string): TermId {
    const id = this.iri(value);
    this.#constants.add(id);
    return id;
  }

  /** Changes whenever ids may have been reassigned to other terms, which invalidates caches keyed by id. */
  get generation(): number {
    return this.#generation;
  }

  /**
   * Forgets all terms except constants, marked terms, and the parts and datatypes of these. Callers must not use the
   * ids of forgotten terms any more.
   *
   * @param mark calls `keep` with all ids in use, in any order, with repeats allowed.
   * @returns how many terms were forgotten.
   */
  sweep(mark: (keep: (id: TermId) => void) => void): number {
    const kept = new Uint8Array(this.#values.length);
    const pending: TermId[] = [];
    const keep = (id: TermId) => {
      if (kept[id] !== 0) return;
      kept[id] = 1;
      if (this.#kind(id) === literal) keep(this.datatype(id)!);
      else if (this.#kind(id) === triple) pending.push(id);
    };
    for (const id of this.#constants) keep(id);
    mark(keep);
    for (let id = pending.pop(); id !== undefined; id = pending.pop()) {
      const { subject, predicate, object } = this.#tripleParts.get(id)!;
      keep(subject);
      keep(predicate);
      keep(object);
    }
    return this.#forgetOthers(kept);
  }

  #forgetOthers(kept: Uint8Array): number {
    const before = this.size;
    // Low ids are reused first, so that the columns stay short.
    for (let id = kept.length - 1; id >= 0; id--) {
      if (kept[id] === 0 && this.#kinds[id] !== free) this.#forget(id);
    }
    for (const [datatype, ids] of this.#literals) if (ids.size === 0) this.#literals.delete(datatype);
    const forgotten = before - this.size;
    if (forgotten > 0) this.#generation++;
    return forgotten;
  }

  #forget(id: TermId): void {
    const value = this.#values[id]!;
    switch (this.#kind(id)) {
      case iri:
        this.#iris.delete(value);
        break;
      case blank:
        this.#blanks.delete(value);
        break;
      case literal:
        (this.#languageForm(id)?.ids ?? this.#literals.get(this.#details[id]!))?.delete(value);
        break;
      case triple:
        this.#triples.delete(tripleKey(this.#tripleParts.get(id)!));
        this.#tripleParts.delete(id);
    }
    this.#kinds[id] = free;
    this.#values[id] = '';
    this.#freeIds.push(id);
  }

  #kind(id: TermId): number {
    const kind = this.#kinds[id];
    if (!kind) throw new RangeError(`no term has the id ${id}`);
    return kind;
  }

  #languageForm(id: TermId): LanguageForm | undefined {
    const detail = this.#details[id]!;
    return this.#kind(id) === literal && detail < 0 ? this.#languageForms[-1 - detail] : undefined;
  }

  #languageIndex(language: string, direction: '' | 'ltr' | 'rtl'): number {
    const key = direction ? `${language} ${direction}` : language;
    const known = this.#languageIndices.get(key);
    if (known !== undefined) return known;
    const datatype = this.constant(`${rdfNs}${direction ? 'dirLangString' : 'langString'}`);
    const index = this.#languageForms.push({ language, direction, datatype, ids: new Map() }) - 1;
    this.#languageIndices.set(key, index);
    return index;
  }

  /** Copies the key, which may be a substring of a document. */
  #add(ids: Map<string, TermId>, key: string, kind: number, detail: number): TermId {
    const own = copyString(key);
    const id = this.#newId(own, kind, detail);
    ids.set(own, id);
    return id;
  }

  #newId(value: string, kind: number, detail: number): TermId {
    const id = this.#freeIds.pop() ?? this.#values.length;
    if (id === this.#kinds.length) this.#grow();
    this.#values[id] = value;
    this.#kinds[id] = kind;
    this.#details[id] = detail;
    return id;
  }

  #grow(): void {
    const [kinds, details] = [this.#kinds, this.#details];
    this.#kinds = new Uint8Array(2 * kinds.length);
    this.#kinds.set(kinds);
    this.#details = new Int32Array(2 * details.length);
    this.#details.set(details);
  }
}

export const terms = new TermDictionary();

/** Computes a value for each term once, as long as the ids refer to the same terms. */
export class TermMemo<Value> {
  readonly #compute: (id: TermId) => Value;
  readonly #values = new Map<TermId, Value>();
  #generation = terms.generation;

  constructor(compute: (id: TermId) => Value) {
    this.#compute = compute;
  }

  get(id: TermId): Value {
    if (this.#generation !== terms.generation) {
      this.#values.clear();
      this.#generation = terms.generation;
    }
    const known = this.#values.get(id);
    if (known !== undefined || this.#values.has(id)) return known as Value;
    const value = this.#compute(id);
    this.#values.set(id, value);
    return value;
  }
}
