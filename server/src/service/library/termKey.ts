import { blankNodeLabel } from '../../rdf/nTriples.ts';
import { type TermId, type Triple, terms } from '../../rdf/terms.ts';
import { xsd } from '../../rdf/vocab.ts';
import { isNewBlankNode } from '../../sparql/termCodec.ts';
import type { DataFactory, Quad, QuadLike, Term, TermLike } from './api.ts';

/** A text that is the same exactly for equal terms. Languages are equal when they differ in case only. */
export function termKey(term: TermLike): string {
  if (term.termType === 'Quad') return `<<${quadKey(term as TermLike & QuadLike)}>>`;
  const { language, direction, datatype } = term as TermLike & {
    readonly language?: string;
    readonly direction?: string | null;
    readonly datatype?: TermLike;
  };
  return JSON.stringify([
    term.termType,
    term.value,
    language?.toLowerCase() ?? '',
    direction ?? '',
    datatype?.value ?? '',
  ]);
}

/** The same for quads. */
export function quadKey({ subject, predicate, object, graph }: QuadLike): string {
  return `${termKey(subject)} ${termKey(predicate)} ${termKey(object)} ${graphKey(graph)}`;
}

/** The same for the graph of a quad. */
export function graphKey(graph: TermLike | undefined): string {
  return graph === undefined || graph.termType === 'DefaultGraph' ? '' : termKey(graph);
}

/** Makes RDF/JS terms and quads; given ones are returned unchanged. */
export class TermWriter {
  readonly #factory: DataFactory;
  readonly #given: ReadonlyMap<TermId, TermLike>;
  readonly #taken: ReadonlySet<string>;
  readonly #made = new Map<TermId, TermLike>();

  /** @param given the terms of datasets that are not to be made again. */
  constructor(factory: DataFactory, given: ReadonlyMap<TermId, TermLike>) {
    this.#factory = factory;
    this.#given = given;
    this.#taken = new Set([...given.values()].map(({ value }) => value));
  }

  term<T extends Term = Term>(id: TermId): T {
    let term = this.#given.get(id) ?? this.#made.get(id);
    if (term === undefined) {
      term = this.#make(id);
      this.#made.set(id, term);
    }
    return term as T;
  }

  /** The term, or null when there is none. */
  optional(id: TermId | undefined): Term | null {
    return id === undefined ? null : this.term(id);
  }

  /** @param graph the default graph, unless given. */
  quad({ subject, predicate, object }: Triple, graph?: TermLike): Quad {
    return this.#factory.quad(
      this.term(subject),
      this.term(predicate),
      this.term(object),
      graph ?? this.#factory.defaultGraph(),
    ) as Quad;
  }

  /** Has the blank nodes that repairs create recreated: another repair has different ones. */
  startRepair(): void {
    for (const id of this.#made.keys()) if (isNewBlankNode(id)) this.#made.delete(id);
  }

  #make(id: TermId): TermLike {
    switch (terms.kind(id)) {
      case 'iri':
        return this.#factory.namedNode(terms.value(id));
      case 'blank':
        return isNewBlankNode(id) ? this.#newBlankNode() : this.#factory.blankNode(blankNodeLabel(id));
      case 'literal':
        return this.#literal(id);
      case 'triple':
        return this.quad(terms.triple(id)!);
    }
  }

  #literal(id: TermId): TermLike {
    const value = terms.value(id);
    const language = terms.language(id);
    const direction = terms.direction(id);
    if (direction) return this.#factory.literal(value, { language, direction });
    if (language) return this.#factory.literal(value, language);
    const datatype = terms.datatype(id)!;
    return datatype === xsd.string
      ? this.#factory.literal(value)
      : this.#factory.literal(value, this.term(datatype));
  }

  /** A node that is not in any of the datasets. */
  #newBlankNode(): TermLike {
    let node: TermLike;
    do node = this.#factory.blankNode();
    while (this.#taken.has(node.value));
    return node;
  }
}
