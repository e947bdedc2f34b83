import { lazy } from '../../base/lazy.ts';
import { type Graph, type GraphDelta, IndexedGraph } from '../../rdf/graph.ts';
import { termToNTriples } from '../../rdf/nTriples.ts';
import { type TermId, type Triple, terms } from '../../rdf/terms.ts';
import { BlankNodeNames, NewRepeatNumbers } from '../../rdf/turtle/blankNodeNames.ts';
import type { TurtleDocument } from '../../rdf/turtle/turtleDocument.ts';
import { encodedIri } from '../../sparql/termCodec.ts';

/** The prefix of the IRIs by which other files refer to blank nodes. The label follows. */
export const skolemPrefix = 'urn:x-bnode:';

/** The first letter of the labels in a file. It tells which file a label belongs to. */
type Letter = 'b' | 's';

/**
 * The names of the terms of a graph in the files of a suite. Blank nodes are numbered in order: `_:b0`, `_:b1` … in
 * graph.ttl, `_:s0` … in manifest.ttl. Other files refer to them by the IRIs `urn:x-bnode:b0` and so on.
 */
export class SuiteNames {
  readonly #labels: ReadonlyMap<TermId, string>;
  readonly #nodes: () => ReadonlyMap<string, TermId>;
  /** Blank nodes that are not in the graph, in the order of the requests for their label. */
  readonly #others = new Map<TermId, string>();

  /** Names for a graph that will be written. */
  static of(graph: Pick<Graph, 'triples'>, letter: Letter): SuiteNames {
    return new SuiteNames(new Map(blankNodes(graph.triples()).map((node, i) => [node, `${letter}${i}`])));
  }

  /** The names in a file that was read. */
  static in({ uri, graph }: Pick<TurtleDocument, 'uri' | 'graph'>): SuiteNames {
    const start = new BlankNodeNames(uri, new NewRepeatNumbers()).labelled('').length;
    return new SuiteNames(
      new Map(blankNodes(graph.triples()).map((node) => [node, terms.value(node).slice(start)])),
    );
  }

  /** The names in another file as well. It has the same nodes under the names that are in both. */
  withFile(file: Pick<TurtleDocument, 'uri' | 'graph'>): {
    readonly names: SuiteNames;
    readonly graph: Graph;
  } {
    const others = SuiteNames.in(file);
    const same = new Map<TermId, TermId>();
    for (const [node, label] of others.#labels) {
      const known = this.node(label);
      if (known !== undefined) same.set(node, known);
    }
    const meant = (term: TermId) => same.get(term) ?? term;
    const united = ({ subject, predicate, object }: Triple): Triple => ({
      subject: meant(subject),
      predicate,
      object: meant(object),
    });
    return {
      names: new SuiteNames(new Map([...others.#labels, ...this.#labels])),
      graph: same.size === 0 ? file.graph : new IndexedGraph([...file.graph.triples()].map(united)),
    };
  }

  private constructor(labels: ReadonlyMap<TermId, string>) {
    this.#labels = labels;
    this.#nodes = lazy(() => new Map([...labels].map(([node, label]) => [label, node])));
  }

  /** The same names, and `n0` and so on for the blank nodes that a change adds, in the order of its triples. */
  forChange({ removed, added }: GraphDelta): SuiteNames {
    const names = new SuiteNames(this.#labels);
    for (const node of blankNodes([...removed, ...added])) names.label(node);
    return names;
  }

  /** The label of a blank node, without `_:`. */
  label(node: TermId): string {
    const known = this.#labels.get(node) ?? this.#others.get(node);
    if (known !== undefined) return known;
    const label = `n${this.#others.size}`;
    this.#others.set(node, label);
    return label;
  }

  /** The blank node of the graph that has a label. */
  node(label: string): TermId | undefined {
    return this.#nodes().get(label);
  }

  /** A term in N-Triples. */
  term(term: TermId): string {
    if (terms.isBlank(term)) return `<${skolemPrefix}${this.label(term)}>`;
    // Without the encoding, this IRI could be mistaken for the name of a blank node.
    const iri = encodedIri(term);
    return iri === undefined ? termToNTriples(term) : `<${iri}>`;
  }

  /** A triple as a line of N-Triples, without the line end. */
  triple({ subject, predicate, object }: Triple): string {
    return `${this.term(subject)} ${this.term(predicate)} ${this.term(object)} .`;
  }
}

/** The blank nodes in the order of the triples. */
function blankNodes(triples: Iterable<Triple>): readonly TermId[] {
  const found = new Set<TermId>();
  for (const { subject, object } of triples) {
    if (terms.isBlank(subject)) found.add(subject);
    if (terms.isBlank(object)) found.add(object);
  }
  return [...found];
}
