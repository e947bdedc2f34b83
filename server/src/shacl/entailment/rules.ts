import { type TermId, type Triple, terms } from '../../rdf/terms.ts';
import { owl, rdf, rdfs } from '../../rdf/vocab.ts';
import type { InferenceRegime } from '../shapesGraph/regimes.ts';

/** The name of a rule: its name in RDF 1.1 Semantics (9.2.1), or the OWL term whose meaning it implements. */
export type RuleName =
  | 'rdfs2'
  | 'rdfs3'
  | 'rdfs5'
  | 'rdfs7'
  | 'rdfs9'
  | 'rdfs11'
  | 'owl:inverseOf'
  | 'owl:SymmetricProperty';

/** Receives the terms of a triple that follows. */
export type Conclude = (subject: TermId, predicate: TermId, object: TermId) => void;

/**
 * The rules, prepared from the schema triples, for application to one triple after the other. Each rule has two
 * premises: a triple and a schema triple.
 *
 *     rdfs2   x p y    p rdfs:domain c          x rdf:type c
 *     rdfs3   x p y    p rdfs:range c           y rdf:type c     unless y is a literal
 *     rdfs7   x p y    p rdfs:subPropertyOf q   x q y
 *     rdfs9   x a c    c rdfs:subClassOf d      x rdf:type d
 *     rdfs5   p rdfs:subPropertyOf q, q rdfs:subPropertyOf r     p rdfs:subPropertyOf r
 *     rdfs11  c rdfs:subClassOf d, d rdfs:subClassOf e           c rdfs:subClassOf e
 *     owl:inverseOf           x p y    p owl:inverseOf q, or q owl:inverseOf p    y q x   unless y is a literal
 *     owl:SymmetricProperty   x p y    p rdf:type owl:SymmetricProperty           y p x   unless y is a literal
 *
 * There are no axiomatic triples. Nothing becomes an rdfs:Resource or an instance of its datatype. No rule concludes a
 * triple with a literal as its subject or with anything but an IRI as its predicate.
 */
export class EntailmentRules {
  readonly regime: InferenceRegime;
  readonly superClasses: EntailmentRelation = new EntailmentRelation();
  readonly superProperties: EntailmentRelation = new EntailmentRelation();
  /** From properties to classes. */
  readonly domains: EntailmentRelation = new EntailmentRelation();
  readonly ranges: EntailmentRelation = new EntailmentRelation();
  /** Stored in both directions. */
  readonly inverses: EntailmentRelation = new EntailmentRelation();
  readonly symmetric: Set<TermId> = new Set();
  /** Consequences by property, so that a triple without consequences costs one look-up. */
  readonly #uses = new Map<TermId, PropertyUse>();

  constructor(regime: InferenceRegime) {
    this.regime = regime;
  }

  /** True for triples that can be the schema premise of a rule. */
  isSchema(predicate: TermId, object: TermId): boolean {
    switch (predicate) {
      case rdfs.subClassOf:
      case rdfs.subPropertyOf:
      case rdfs.domain:
      case rdfs.range:
        return true;
      case owl.inverseOf:
        return this.regime === 'rdfs+inverse';
      case rdf.type:
        return object === owl.SymmetricProperty && this.regime === 'rdfs+inverse';
      default:
        return false;
    }
  }

  /** If the triple is a schema triple, the rules use it from now on. */
  learn({ subject, predicate, object }: Triple): void {
    if (!this.isSchema(predicate, object)) return;
    switch (predicate) {
      case rdfs.subClassOf:
        this.superClasses.add(subject, object);
        break;
      case rdfs.subPropertyOf:
        if (this.superProperties.add(subject, object) && terms.isIri(object)) {
          this.#use(subject).superProperties.push(object);
        }
        break;
      case rdfs.domain:
        if (this.domains.add(subject, object)) this.#use(subject).domains.push(object);
        break;
      case rdfs.range:
        if (this.ranges.add(subject, object)) this.#use(subject).ranges.push(object);
        break;
      case owl.inverseOf:
        if (this.inverses.has(subject, object) || !terms.isIri(subject) || !terms.isIri(object)) break;
        this.inverses.add(subject, object);
        this.#use(subject).swapped.push(object);
        if (this.inverses.add(object, subject)) this.#use(object).swapped.push(subject);
        break;
      case rdf.type:
        if (this.symmetric.has(subject)) break;
        this.symmetric.add(subject);
        this.#use(subject).swapped.push(subject);
        break;
    }
  }

  /** Applies all rules except rdfs5 and rdfs11 to a triple. */
  apply(subject: TermId, predicate: TermId, object: TermId, conclude: Conclude): void {
    const use = this.#uses.get(predicate);
    if (use !== undefined) {
      for (const property of use.superProperties) conclude(subject, property, object);
      for (const type of use.domains) conclude(subject, rdf.type, type);
      if (use.ranges.length + use.swapped.length > 0 && canBeSubject(object)) {
        for (const type of use.ranges) conclude(object, rdf.type, type);
        for (const property of use.swapped) conclude(object, property, subject);
      }
    }
    if (predicate === rdf.type) {
      for (const type of this.superClasses.from(object)) conclude(subject, rdf.type, type);
    }
  }

  /** Applies rdfs5 or rdfs11 to a triple of a hierarchy, extending it at both ends. */
  applyHierarchy(subject: TermId, predicate: TermId, object: TermId, conclude: Conclude): void {
    const hierarchy = this.hierarchy(predicate);
    if (hierarchy === undefined) return;
    for (const higher of hierarchy.from(object)) conclude(subject, predicate, higher);
    for (const lower of hierarchy.to(subject)) conclude(lower, predicate, object);
  }

  /** The direct rdfs:subClassOf or rdfs:subPropertyOf relation; undefined for any other predicate. */
  hierarchy(predicate: TermId): EntailmentRelation | undefined {
    if (predicate === rdfs.subClassOf) return this.superClasses;
    return predicate === rdfs.subPropertyOf ? this.superProperties : undefined;
  }

  #use(property: TermId): PropertyUse {
    let use = this.#uses.get(property);
    if (use === undefined) {
      use = { superProperties: [], domains: [], ranges: [], swapped: [] };
      this.#uses.set(property, use);
    }
    return use;
  }
}

/** What follows from each triple with a given predicate. */
interface PropertyUse {
  readonly superProperties: TermId[];
  readonly domains: TermId[];
  readonly ranges: TermId[];
  /** The properties that hold with subject and object swapped. */
  readonly swapped: TermId[];
}

/** Pairs of terms that can be looked up from either side. */
export class EntailmentRelation {
  readonly #forward = new Map<TermId, Set<TermId>>();
  readonly #backward = new Map<TermId, Set<TermId>>();

  /** Returns true when the pair is new. */
  add(from: TermId, to: TermId): boolean {
    if (this.has(from, to)) return false;
    put(this.#forward, from, to);
    put(this.#backward, to, from);
    return true;
  }

  has(from: TermId, to: TermId): boolean {
    return this.#forward.get(from)?.has(to) ?? false;
  }

  from(term: TermId): ReadonlySet<TermId> {
    return this.#forward.get(term) ?? none;
  }

  to(term: TermId): ReadonlySet<TermId> {
    return this.#backward.get(term) ?? none;
  }
}

const none: ReadonlySet<TermId> = new Set();

function put(index: Map<TermId, Set<TermId>>, key: TermId, value: TermId): void {
  const known = index.get(key);
  if (known) known.add(value);
  else index.set(key, new Set([value]));
}

/** True for IRIs and blank nodes. Literals and triple terms can be objects only. */
export function canBeSubject(term: TermId): boolean {
  const kind = terms.kind(term);
  return kind === 'iri' || kind === 'blank';
}
