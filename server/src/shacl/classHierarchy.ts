import { shortestWay } from '../base/breadthFirst.ts';
import type { Graph } from '../rdf/graph.ts';
import type { TermId, Triple } from '../rdf/terms.ts';
import { rdf, rdfs } from '../rdf/vocab.ts';

/**
 * Answers which classes are subclasses of which. It follows rdfs:subClassOf over any number of steps; cycles are
 * allowed.
 */
export class ClassHierarchy {
  readonly #graph: Graph;
  readonly #subclasses = new Map<TermId, ReadonlySet<TermId>>();

  constructor(graph: Graph) {
    this.#graph = graph;
  }

  /** The class itself and all its direct and indirect subclasses. */
  subclasses(id: TermId): ReadonlySet<TermId> {
    let found = this.#subclasses.get(id);
    if (found === undefined) {
      const reached = new Set([id]);
      for (const reachedClass of reached) {
        for (const subclass of this.#graph.subjects(rdfs.subClassOf, reachedClass)) reached.add(subclass);
      }
      this.#subclasses.set(id, reached);
      found = reached;
    }
    return found;
  }

  /** The rdfs:subClassOf triples of a shortest path from a class up to another; empty when there is no such path. */
  steps(from: TermId, to: TermId): readonly Triple[] {
    if (from === to || !this.subclasses(to).has(from)) return [];
    const way = shortestWay(from, to, (subject) =>
      this.#graph.objects(subject, rdfs.subClassOf).map((object) => ({ to: object, from: subject })),
    );
    return way!.map((step) => ({ subject: step.from, predicate: rdfs.subClassOf, object: step.to }));
  }
}

/** True when one of the node's types in the graph is among the classes. */
export function hasTypeAmong(graph: Graph, node: TermId, classes: ReadonlySet<TermId>): boolean {
  for (const type of graph.objects(node, rdf.type)) if (classes.has(type)) return true;
  return false;
}
