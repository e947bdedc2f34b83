import { lazy } from '../../base/lazy.ts';
import type { Graph } from '../../rdf/graph.ts';
import { namespaceOf } from '../../rdf/iri.ts';
import { type TermId, type Triple, terms } from '../../rdf/terms.ts';
import { rdf } from '../../rdf/vocab.ts';
import { mentionedTerms } from '../../shacl/coverage/judgedNodes.ts';
import type { Constraint } from '../../shacl/model/shape.ts';
import type { VioProblem } from '../problem.ts';

/** The maximum number of neighbours of a node that are examined. */
const maxPeers = 200;

const skosTerm = (name: string) => terms.constant(`http://www.w3.org/2004/02/skos/core#${name}`);

/** How concepts belong to schemes. */
export const skos = { inScheme: skosTerm('inScheme'), topConceptOf: skosTerm('topConceptOf') };

/** What the mistakes of a unit depend on: its data, and the shapes' constraints on them. */
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
  readonly #nextNodes: () => ReadonlyMap<TermId, TermId>;
  readonly #schemes: () => ReadonlyMap<TermId, readonly TermId[]>;

  constructor(problem: VioProblem) {
    const { input } = problem.recorded;
    this.graph = input.entailment?.asserted ?? input.dataGraph;
    this.data = input.reportedGraph;
    this.#shapesGraph = input.shapes.graph;
    this.#prefixes = problem.prefixes;
    this.#describing = lazy(() => mentionedTerms(input).describing);
    this.#constraints = lazy(() => constraintsByPredicate(input.shapes.shapes));
    this.#ownNamespaces = lazy(() => countedNamespaces(subjectsOf(this.data.triples())));
    this.#vocabularies = lazy(() => [...countedNamespaces(vocabularyOf(this.data)).keys()]);
    this.#nextNodes = lazy(() => nextNodes(this.sites()));
    this.#schemes = lazy(() => conceptsByScheme(this.graph));
  }

  /**
   * The statements at which mistakes may be made: those of the data files, without descriptions of shapes and links of
   * lists.
   */
  *sites(): Iterable<Triple> {
    for (const triple of this.data.triples()) if (this.#isSite(triple)) yield triple;
  }

  /** Those with a property, in document order. */
  sitesWith(predicate: TermId): readonly Triple[] {
    return this.data.withPredicate(predicate).filter((triple) => this.#isSite(triple));
  }

  #isSite({ subject, predicate, object }: Triple): boolean {
    return !this.#describing().has(subject) && predicate !== rdf.rest && terms.kind(object) !== 'triple';
  }

  /** The constraints on the values of a property, from any shape. */
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

  /** True when data or context describe the node. */
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

  /** The named node that data files describe next; undefined for blank nodes and the last one. */
  nextNode(node: TermId): TermId | undefined {
    return this.#nextNodes().get(node);
  }

  /** The concepts of each scheme, by `skos:inScheme`. */
  get schemes(): ReadonlyMap<TermId, readonly TermId[]> {
    return this.#schemes();
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

function nextNodes(statements: Iterable<Triple>): ReadonlyMap<TermId, TermId> {
  const named = [...subjectsOf(statements)].filter((node) => terms.isIri(node));
  return new Map(named.slice(1).map((node, index) => [named[index]!, node]));
}

function conceptsByScheme(graph: Graph): ReadonlyMap<TermId, readonly TermId[]> {
  const concepts = new Map<TermId, TermId[]>();
  for (const { subject, object } of graph.withPredicate(skos.inScheme)) {
    const others = concepts.get(object);
    if (others) others.push(subject);
    else concepts.set(object, [subject]);
  }
  return concepts;
}

function* subjectsOf(statements: Iterable<Triple>): Iterable<TermId> {
  const seen = new Set<TermId>();
  for (const { subject } of statements) {
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
