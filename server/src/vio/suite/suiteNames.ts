import { lazy } from '../../base/lazy.ts';
import type { Graph, GraphDelta } from '../../rdf/graph.ts';
import { termToNTriples } from '../../rdf/nTriples.ts';
import { type TermId, type Triple, terms } from '../../rdf/terms.ts';
import { encodedIri } from '../../sparql/termCodec.ts';
import { BlankNodeNames, NewRepeatNumbers } from '../../turtle/blankNodeNames.ts';
import type { TurtleDocument } from '../../turtle/turtleDocument.ts';

/** What blank nodes that other files refer to are called there, before their label. */
export const skolemPrefix = 'urn:x-bnode:';

/** The first letter of the labels in a file, so that a label says which file it is from. */
type Letter = 'b' | 's';

/**
 * How the files of a suite name the terms of a graph. Blank nodes are numbered as they come: `_:b0`, `_:b1` … in
 * graph.ttl, `_:s0` … in manifest.ttl. Where another file refers to them they are the IRIs `urn:x-bnode:b0` …
 */
export class SuiteNames {
  readonly #labels: ReadonlyMap<TermId, string>;
  readonly #nodes: () => ReadonlyMap<string, TermId>;
  /** Blank nodes that are not in the graph, in the order in which they were asked for. */
  readonly #others = new Map<TermId, string>();

  /** Names for a graph that is to be written. */
  static of(graph: Pick<Graph, 'triples'>, letter: Letter): SuiteNames {
    return new SuiteNames(new Map(blankNodes(graph.triples()).map((node, i) => [node, `${letter}${i}`])));
  }

  /** The names that a graph was written with. */
  static in({ uri, graph }: Pick<TurtleDocument, 'uri' | 'graph'>): SuiteNames {
    const start = new BlankNodeNames(uri, new NewRepeatNumbers()).labelled('').length;
    return new SuiteNames(
      new Map(blankNodes(graph.triples()).map((node) => [node, terms.value(node).slice(start)])),
    );
  }

  private constructor(labels: ReadonlyMap<TermId, string>) {
    this.#labels = labels;
    this.#nodes = lazy(() => new Map([...labels].map(([node, label]) => [label, node])));
  }

  /** The same names, and `n0` and so on for the blank nodes that a change brings, in the order of its triples. */
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

  /** The blank node of the graph with a label. */
  node(label: string): TermId | undefined {
    return this.#nodes().get(label);
  }

  /** A term in N-Triples. */
  term(term: TermId): string {
    if (terms.isBlank(term)) return `<${skolemPrefix}${this.label(term)}>`;
    // An IRI that looks like one of those would be taken for one.
    const iri = encodedIri(term);
    return iri === undefined ? termToNTriples(term) : `<${iri}>`;
  }

  /** A triple as a line of N-Triples, without the line end. */
  triple({ subject, predicate, object }: Triple): string {
    return `${this.term(subject)} ${this.term(predicate)} ${this.term(object)} .`;
  }
}

/** In the order of the triples. */
function blankNodes(triples: Iterable<Triple>): readonly TermId[] {
  const found = new Set<TermId>();
  for (const { subject, object } of triples) {
    if (terms.isBlank(subject)) found.add(subject);
    if (terms.isBlank(object)) found.add(object);
  }
  return [...found];
}
