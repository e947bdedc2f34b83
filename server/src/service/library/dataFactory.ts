import type { BlankNode, DefaultGraph, Literal, NamedNode, Quad, Term } from './api.ts';

/** Terms and quads as simple objects, for callers without their own RDF/JS data factory. */
export const dataFactory = {
  namedNode: (value: string): NamedNode => new SimpleNode('NamedNode', value),
  blankNode: (value?: string): BlankNode => new SimpleNode('BlankNode', value ?? `new${++lastBlankNode}`),
  literal(value: string, languageOrDatatype?: string | DirectionalLanguage | NamedNode): Literal {
    if (typeof languageOrDatatype === 'string') {
      return new SimpleLiteral(value, languageOrDatatype, '', langString);
    }
    if (languageOrDatatype === undefined) return new SimpleLiteral(value, '', '', xsdString);
    if ('termType' in languageOrDatatype) return new SimpleLiteral(value, '', '', languageOrDatatype);
    const { language, direction } = languageOrDatatype;
    return new SimpleLiteral(value, language, direction, dirLangString);
  },
  defaultGraph: (): DefaultGraph => defaultGraph,
  quad: (
    subject: Quad['subject'],
    predicate: Quad['predicate'],
    object: Quad['object'],
    graph: Quad['graph'] = defaultGraph,
  ): Quad => new SimpleQuad(subject, predicate, object, graph),
};

interface DirectionalLanguage {
  readonly language: string;
  readonly direction: 'ltr' | 'rtl';
}

/** Blank nodes created in one process are all different. */
let lastBlankNode = 0;

class SimpleNode<Type extends 'NamedNode' | 'BlankNode'> {
  readonly termType: Type;
  readonly value: string;

  constructor(termType: Type, value: string) {
    this.termType = termType;
    this.value = value;
  }

  equals(other: Term | null | undefined): boolean {
    return other?.termType === this.termType && other.value === this.value;
  }
}

class SimpleLiteral implements Literal {
  readonly termType = 'Literal';
  readonly value: string;
  readonly language: string;
  readonly direction: 'ltr' | 'rtl' | '';
  readonly datatype: NamedNode;

  constructor(value: string, language: string, direction: 'ltr' | 'rtl' | '', datatype: NamedNode) {
    this.value = value;
    this.language = language;
    this.direction = direction;
    this.datatype = datatype;
  }

  equals(other: Term | null | undefined): boolean {
    return (
      other?.termType === 'Literal' &&
      other.value === this.value &&
      other.language === this.language &&
      (other.direction || '') === this.direction &&
      this.datatype.equals(other.datatype)
    );
  }
}

class SimpleQuad implements Quad {
  readonly termType = 'Quad';
  readonly value = '';
  readonly subject: Quad['subject'];
  readonly predicate: Quad['predicate'];
  readonly object: Quad['object'];
  readonly graph: Quad['graph'];

  constructor(
    subject: Quad['subject'],
    predicate: Quad['predicate'],
    object: Quad['object'],
    graph: Quad['graph'],
  ) {
    this.subject = subject;
    this.predicate = predicate;
    this.object = object;
    this.graph = graph;
  }

  equals(other: Term | null | undefined): boolean {
    return (
      other?.termType === 'Quad' &&
      this.subject.equals(other.subject) &&
      this.predicate.equals(other.predicate) &&
      this.object.equals(other.object) &&
      this.graph.equals(other.graph)
    );
  }
}

class SimpleDefaultGraph implements DefaultGraph {
  readonly termType = 'DefaultGraph';
  readonly value = '';

  equals(other: Term | null | undefined): boolean {
    return other?.termType === 'DefaultGraph';
  }
}

const defaultGraph = new SimpleDefaultGraph();

const rdf = 'http://www.w3.org/1999/02/22-rdf-syntax-ns#';
const langString = new SimpleNode('NamedNode', `${rdf}langString`);
const dirLangString = new SimpleNode('NamedNode', `${rdf}dirLangString`);
const xsdString = new SimpleNode('NamedNode', 'http://www.w3.org/2001/XMLSchema#string');
