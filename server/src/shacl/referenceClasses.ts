import type { Graph } from '../rdf/graph.ts';
import type { TermId, Triple } from '../rdf/terms.ts';
import { rdf, rdfs } from '../rdf/vocab.ts';
import { findCircles } from './circles.ts';

/**
 * The data as rdf-validate-shacl must see it. It looks for subclasses in the data alone and runs for ever when they
 * form a circle. So the look-up "which classes are subclasses of this one" is answered from the class graph with all
 * circles taken apart, and an instance of one class of a circle counts as an instance of the others. All other
 * look-ups see the data as they are.
 */
export class ReferenceData implements Graph {
  /** True when instances have types that the data do not state. */
  readonly hasCircles: boolean;
  readonly #data: Graph;
  readonly #subclasses = new Map<TermId, Set<TermId>>();
  /** For each class in a circle, all classes of the circle. */
  readonly #equivalents: ReadonlyMap<TermId, readonly TermId[]>;

  constructor(data: Graph, classGraph: Graph) {
    this.#data = data;
    this.#equivalents = circlesOf(classGraph);
    this.hasCircles = this.#equivalents.size > 0;
    for (const { subject, object } of classGraph.withPredicate(rdfs.subClassOf)) {
      const circle = this.#equivalentsOf(object);
      if (circle.includes(subject)) continue;
      for (const superclass of circle) {
        const subclasses = this.#subclasses.get(superclass) ?? new Set();
        this.#subclasses.set(superclass, subclasses.add(subject));
      }
    }
  }

  get size(): number {
    return this.#data.size;
  }

  has(subject: TermId, predicate: TermId, object: TermId): boolean {
    return this.#data.has(subject, predicate, object);
  }

  objects(subject: TermId, predicate: TermId): readonly TermId[] {
    const objects = this.#data.objects(subject, predicate);
    if (predicate !== rdf.type || !this.hasCircles) return objects;
    return [...new Set(objects.flatMap((type) => this.#equivalentsOf(type)))];
  }

  subjects(predicate: TermId, object: TermId): readonly TermId[] {
    if (predicate === rdfs.subClassOf) return [...(this.#subclasses.get(object) ?? [])];
    if (predicate !== rdf.type || !this.hasCircles) return this.#data.subjects(predicate, object);
    return [...new Set(this.#equivalentsOf(object).flatMap((type) => this.#data.subjects(predicate, type)))];
  }

  outgoing(subject: TermId): readonly Triple[] {
    return this.#data.outgoing(subject);
  }

  incoming(object: TermId): readonly Triple[] {
    return this.#data.incoming(object);
  }

  withPredicate(predicate: TermId): readonly Triple[] {
    return this.#data.withPredicate(predicate);
  }

  triples(): Iterable<Triple> {
    return this.#data.triples();
  }

  #equivalentsOf(id: TermId): readonly TermId[] {
    return this.#equivalents.get(id) ?? [id];
  }
}

function circlesOf(graph: Graph): ReadonlyMap<TermId, readonly TermId[]> {
  const classes = new Set(graph.withPredicate(rdfs.subClassOf).map(({ subject }) => subject));
  const circles = findCircles(classes, (id) => graph.objects(id, rdfs.subClassOf));
  const members = new Map<number, TermId[]>();
  for (const [id, circle] of circles) members.set(circle, [...(members.get(circle) ?? []), id]);
  return new Map([...circles].map(([id, circle]) => [id, members.get(circle)!]));
}
