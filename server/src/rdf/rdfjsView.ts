import type * as RDF from '@rdfjs/types';
import type { Graph } from './graph.ts';
import { matchTriples } from './matchTriples.ts';
import { type TermId, TermMemo, type Triple, terms } from './terms.ts';

/**
 * A read-only view of a graph as an RDF/JS dataset, for libraries that need one. Nothing is copied: terms and quads are
 * created on demand, and each term only once.
 */
export class RdfjsView implements RDF.DatasetCore {
  readonly #graph: Graph;
  readonly #terms = new TermMemo<ViewTerm>((id) => this.#create(id));

  constructor(graph: Graph) {
    this.#graph = graph;
  }

  get size(): number {
    return this.#graph.size;
  }

  /** The RDF/JS object for a term. */
  term(id: TermId): RDF.Term {
    return this.#terms.get(id) as unknown as RDF.Term;
  }

  quad({ subject, predicate, object }: Triple): RDF.Quad {
    return new ViewQuad(
      this.#terms.get(subject),
      this.#terms.get(predicate),
      this.#terms.get(object),
    ) as unknown as RDF.Quad;
  }

  has(quad: RDF.Quad): boolean {
    const subject = fromRdfjs(quad.subject);
    const predicate = fromRdfjs(quad.predicate);
    const object = fromRdfjs(quad.object);
    if (subject === undefined || predicate === undefined || object === undefined) return false;
    return quad.graph.termType === 'DefaultGraph' && this.#graph.has(subject, predicate, object);
  }

  match(
    subject?: RDF.Term | null,
    predicate?: RDF.Term | null,
    object?: RDF.Term | null,
    graph?: RDF.Term | null,
  ): RDF.DatasetCore {
    if (graph && graph.termType !== 'DefaultGraph') return new Matches(this, []);
    return new Matches(this, this.#match(subject, predicate, object));
  }

  *[Symbol.iterator](): Iterator<RDF.Quad> {
    for (const triple of this.#graph.triples()) yield this.quad(triple);
  }

  add(): this {
    throw new TypeError('a view of a graph cannot be changed');
  }

  delete(): this {
    throw new TypeError('a view of a graph cannot be changed');
  }

  #create(id: TermId): ViewTerm {
    const triple = terms.triple(id);
    if (triple) {
      return new ViewQuad(
        this.#terms.get(triple.subject),
        this.#terms.get(triple.predicate),
        this.#terms.get(triple.object),
      );
    }
    const datatype = terms.datatype(id);
    return datatype === undefined ? new ViewNode(id) : new ViewLiteral(id, this.#terms.get(datatype));
  }

  #match(
    subjectTerm: RDF.Term | null | undefined,
    predicateTerm: RDF.Term | null | undefined,
    objectTerm: RDF.Term | null | undefined,
  ): readonly Triple[] {
    const given = [subjectTerm, predicateTerm, objectTerm].map((term) => term || undefined);
    const [subject, predicate, object] = given.map((term) => term && fromRdfjs(term));
    // The pattern has a term that no graph can contain.
    if (given.some((term, i) => term && [subject, predicate, object][i] === undefined)) return [];
    return matchTriples(this.#graph, subject, predicate, object);
  }
}

/** The id of an RDF/JS term; undefined for foreign blank nodes and for the default graph. */
export function fromRdfjs(term: RDF.Term): TermId | undefined {
  if (term instanceof ViewTerm) return term.id;
  switch (term.termType) {
    case 'NamedNode':
      return terms.iri(term.value);
    case 'Literal':
      return term.language
        ? terms.languageString(term.value, term.language, term.direction || '')
        : terms.literal(term.value, terms.iri(term.datatype.value));
    case 'Quad': {
      const [subject, predicate, object] = [term.subject, term.predicate, term.object].map(fromRdfjs);
      return subject === undefined || predicate === undefined || object === undefined
        ? undefined
        : terms.tripleTerm({ subject, predicate, object });
    }
    default:
      return undefined;
  }
}

/** The result of a match. */
class Matches implements RDF.DatasetCore {
  readonly #view: RdfjsView;
  readonly #triples: readonly Triple[];

  constructor(view: RdfjsView, triples: readonly Triple[]) {
    this.#view = view;
    this.#triples = triples;
  }

  get size(): number {
    return this.#triples.length;
  }

  has(quad: RDF.Quad): boolean {
    return this.match(quad.subject, quad.predicate, quad.object, quad.graph).size > 0;
  }

  match(
    subject?: RDF.Term | null,
    predicate?: RDF.Term | null,
    object?: RDF.Term | null,
    graph?: RDF.Term | null,
  ): RDF.DatasetCore {
    const matches = (term: RDF.Term | null | undefined, id: TermId) => !term || fromRdfjs(term) === id;
    const triples = this.#triples.filter(
      (triple) =>
        matches(subject, triple.subject) &&
        matches(predicate, triple.predicate) &&
        matches(object, triple.object) &&
        (!graph || graph.termType === 'DefaultGraph'),
    );
    return new Matches(this.#view, triples);
  }

  *[Symbol.iterator](): Iterator<RDF.Quad> {
    for (const triple of this.#triples) yield this.#view.quad(triple);
  }

  add(): this {
    throw new TypeError('a view of a graph cannot be changed');
  }

  delete(): this {
    throw new TypeError('a view of a graph cannot be changed');
  }
}

abstract class ViewTerm {
  abstract readonly id: TermId;

  equals(other: RDF.Term | null | undefined): boolean {
    return !!other && fromRdfjs(other) === this.id;
  }
}

class ViewNode extends ViewTerm {
  readonly id: TermId;
  readonly termType: 'NamedNode' | 'BlankNode';
  readonly value: string;

  constructor(id: TermId) {
    super();
    this.id = id;
    this.termType = terms.isIri(id) ? 'NamedNode' : 'BlankNode';
    this.value = terms.value(id);
  }
}

class ViewLiteral extends ViewTerm {
  readonly id: TermId;
  readonly termType = 'Literal';
  readonly value: string;
  readonly language: string;
  readonly direction: string;
  readonly datatype: ViewTerm;

  constructor(id: TermId, datatype: ViewTerm) {
    super();
    this.id = id;
    this.value = terms.value(id);
    this.language = terms.language(id);
    this.direction = terms.direction(id);
    this.datatype = datatype;
  }
}

const defaultGraph = {
  termType: 'DefaultGraph',
  value: '',
  equals: (other: RDF.Term | null | undefined) => other?.termType === 'DefaultGraph',
} as const;

/** A quad of the default graph. As a term, it is a triple term. */
class ViewQuad extends ViewTerm {
  readonly termType = 'Quad';
  readonly value = '';
  readonly subject: ViewTerm;
  readonly predicate: ViewTerm;
  readonly object: ViewTerm;
  readonly graph = defaultGraph;

  constructor(subject: ViewTerm, predicate: ViewTerm, object: ViewTerm) {
    super();
    this.subject = subject;
    this.predicate = predicate;
    this.object = object;
  }

  get id(): TermId {
    return terms.tripleTerm({
      subject: this.subject.id,
      predicate: this.predicate.id,
      object: this.object.id,
    });
  }
}
