import type * as RDF from '@rdfjs/types';
import type { Graph } from '../rdf/graph.ts';
import { matchTriples } from '../rdf/matchTriples.ts';
import { TermMemo } from '../rdf/termMemo.ts';
import { type TermId, type Triple, terms } from '../rdf/terms.ts';
import { decodeIri, encodedIri } from './termCodec.ts';

/**
 * A graph as the query engine sees it: an RDF/JS source in which an IRI stands for every term that SPARQL 1.1 cannot
 * name. Nothing is copied.
 */
export class PatternSource {
  readonly #graph: Graph;
  readonly #isOver: () => boolean;
  readonly #terms = new TermMemo<QueryTerm>(toQuery);

  /** @param isOver when true, nothing is found any more, which ends a search wherever it is. */
  constructor(graph: Graph, isOver: () => boolean) {
    this.#graph = graph;
    this.#isOver = isOver;
  }

  *match(subject?: RDF.Term, predicate?: RDF.Term, object?: RDF.Term, graph?: RDF.Term): Iterable<RDF.Quad> {
    for (const triple of this.#matches(subject, predicate, object, graph)) {
      // An exception would bypass the engine and end the process.
      if (this.#isOver()) return;
      yield this.#quad(triple);
    }
  }

  /** The number of matching quads, by which the engine orders joins. */
  countQuads(subject?: RDF.Term, predicate?: RDF.Term, object?: RDF.Term, graph?: RDF.Term): number {
    if (!subject && !predicate && !object) return this.#graph.size;
    return this.#matches(subject, predicate, object, graph).length;
  }

  #matches(
    subject: RDF.Term | undefined,
    predicate: RDF.Term | undefined,
    object: RDF.Term | undefined,
    graph: RDF.Term | undefined,
  ): readonly Triple[] {
    if (this.#isOver()) return [];
    if (graph && graph.termType !== 'DefaultGraph') return [];
    const given = [subject, predicate, object].filter((term) => term !== undefined);
    // No graph contains a blank node that a query created.
    if (given.some((term) => fromQuery(term) === undefined)) return [];
    const id = (term: RDF.Term | undefined) => (term ? fromQuery(term) : undefined);
    return matchTriples(this.#graph, id(subject), id(predicate), id(object));
  }

  #quad({ subject, predicate, object }: Triple): RDF.Quad {
    return {
      termType: 'Quad',
      value: '',
      subject: this.#terms.get(subject),
      predicate: this.#terms.get(predicate),
      object: this.#terms.get(object),
      graph: defaultGraph,
      equals: () => false,
    } as unknown as RDF.Quad;
  }
}

/** The term that a term of the query engine stands for; undefined for blank nodes that a query created. */
export function fromQuery(term: RDF.Term): TermId | undefined {
  switch (term.termType) {
    case 'NamedNode':
      return decodeIri(term.value);
    case 'Literal':
      return term.language
        ? terms.languageString(term.value, term.language)
        : terms.literal(term.value, decodeIri(term.datatype.value));
    default:
      return undefined;
  }
}

type QueryTerm = QueryNode | QueryLiteral;

function toQuery(id: TermId): QueryTerm {
  const iri = encodedIri(id);
  return iri === undefined ? new QueryLiteral(id) : new QueryNode(iri);
}

class QueryNode {
  readonly termType = 'NamedNode';
  readonly value: string;

  constructor(value: string) {
    this.value = value;
  }

  equals(other: RDF.Term | null | undefined): boolean {
    return other?.termType === 'NamedNode' && other.value === this.value;
  }
}

/** A literal that SPARQL 1.1 supports. */
export class QueryLiteral {
  readonly termType = 'Literal';
  readonly value: string;
  readonly language: string;
  readonly datatype: QueryNode;

  constructor(id: TermId) {
    this.value = terms.value(id);
    this.language = terms.language(id);
    this.datatype = new QueryNode(encodedIri(terms.datatype(id)!)!);
  }

  equals(other: RDF.Term | null | undefined): boolean {
    return (
      other?.termType === 'Literal' &&
      other.value === this.value &&
      other.language === this.language &&
      other.datatype.value === this.datatype.value
    );
  }
}

const defaultGraph = {
  termType: 'DefaultGraph',
  value: '',
  equals: (other: RDF.Term | null | undefined) => other?.termType === 'DefaultGraph',
} as const;
