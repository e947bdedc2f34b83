import { lazy } from '../../base/lazy.ts';
import type { Graph } from '../../rdf/graph.ts';
import { namespaceOf } from '../../rdf/iri.ts';
import { type TermId, type Triple, terms } from '../../rdf/terms.ts';
import { rdf } from '../../rdf/vocab.ts';
import { mentionedTerms } from '../../shacl/coverage/mentionedTerms.ts';
import type { Constraint } from '../../shacl/model/shape.ts';
import type { VioProblem } from '../problem.ts';

/** The most neighbours of a node that are looked at. */
const maxPeers = 200;

/** What the mistakes of a unit depend on: its data, and what its shapes say about them. */
export class MistakeData {
  /** Data and context as stated. */
  readonly graph: Graph;
  /** The data files, whose statements mistakes change. */
  readonly data: Graph;
  readonly #shapesGraph: Graph;
  readonly #describing: () => ReadonlySet<TermId>;
  readonly #constraints: () => ReadonlyMap<TermId, readonly Constraint[]>;
  readonly #ownNamespaces: () => ReadonlyMap<string, number>;
  readonly #vocabularies: () => readonly string[];
  readonly #prefixes: ReadonlyMap<string, string>;

  constructor(problem: VioProblem) {
    const { input } = problem.recorded;
    this.graph = input.entailment?.asserted ?? input.dataGraph;
    this.data = input.reportedGraph;
    this.#shapesGraph = input.shapes.graph;
    this.#prefixes = problem.prefixes;
    this.#describing = lazy(() => mentionedTerms(input).describing);
    this.#constraints = lazy(() => constraintsByPredicate(input.shapes.shapes));
    this.#ownNamespaces = lazy(() => countedNamespaces(subjectsOf(this.data)));
    this.#vocabularies = lazy(() => [...countedNamespaces(vocabularyOf(this.data)).keys()]);
  }

  /** The statements at which mistakes may be made: those of the data files that describe no shapes. */
  *sites(): Iterable<Triple> {
    const describing = this.#describing();
    for (const triple of this.data.triples()) {
      if (!describing.has(triple.subject) && terms.kind(triple.object) !== 'triple') yield triple;
    }
  }

  /** The constraints on the values of a property, by whichever shape. */
  constraintsOn(predicate: TermId): readonly Constraint[] {
    return this.#constraints().get(predicate) ?? [];
  }

  /** True when data, context or shapes use the term. */
  isKnown(term: TermId): boolean {
    return [this.graph, this.#shapesGraph].some(
      (graph) =>
        graph.outgoing(term).length > 0 ||
        graph.incoming(term).length > 0 ||
        graph.withPredicate(term).length > 0,
    );
  }

  /** True when data or context say something about the node. */
  isDescribed(node: TermId): boolean {
    return this.graph.outgoing(node).length > 0;
  }

  /** True when the data files name things of their own in the namespace. */
  isOwn(namespace: string): boolean {
    return this.#ownNamespaces().has(namespace);
  }

  /** The namespace in which the data files name most of their own things; undefined when these are all blank nodes. */
  get ownNamespace(): string | undefined {
    return [...this.#ownNamespaces()].sort(([, a], [, b]) => b - a)[0]?.[0] ?? this.#prefixes.get('');
  }

  /** The prefix that the data files declare for a namespace; undefined when there is none. */
  prefixOf(namespace: string): string | undefined {
    return [...this.#prefixes].find(([, iri]) => iri === namespace)?.[0];
  }

  /** The namespaces of the classes and properties of the unit, in the order of their use. */
  get vocabularies(): readonly string[] {
    return this.#vocabularies();
  }

  /** Other nodes with a type of the node, described in data files, in document order. */
  peers(node: TermId): readonly TermId[] {
    const types = this.graph.objects(node, rdf.type);
    const found = new Set(types.flatMap((type) => this.data.subjects(rdf.type, type).slice(0, maxPeers)));
    found.delete(node);
    return [...found];
  }
}

function constraintsByPredicate(shapes: VioProblem['recorded']['input']['shapes']['shapes']) {
  const byPredicate = new Map<TermId, Constraint[]>();
  for (const { path, constraints, deactivated } of shapes) {
    if (deactivated || path?.kind !== 'predicate') continue;
    const known = byPredicate.get(path.predicate) ?? [];
    byPredicate.set(path.predicate, [...known, ...constraints]);
  }
  return byPredicate;
}

function* subjectsOf(data: Graph): Iterable<TermId> {
  const seen = new Set<TermId>();
  for (const { subject } of data.triples()) {
    if (seen.has(subject)) continue;
    seen.add(subject);
    yield subject;
  }
}

function* vocabularyOf(data: Graph): Iterable<TermId> {
  for (const { predicate, object } of data.triples()) {
    yield predicate;
    if (predicate === rdf.type) yield object;
  }
}

/** The namespaces of the IRIs among some terms, with the number of their terms, in the order of their first one. */
function countedNamespaces(all: Iterable<TermId>): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const term of all) {
    if (!terms.isIri(term)) continue;
    const namespace = namespaceOf(terms.value(term));
    counts.set(namespace, (counts.get(namespace) ?? 0) + 1);
  }
  return counts;
}
