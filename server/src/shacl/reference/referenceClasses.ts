import type { Graph } from '../../rdf/graph.ts';
import type { TermId, Triple } from '../../rdf/terms.ts';
import { rdf, rdfs } from '../../rdf/vocab.ts';
import { findCircles } from '../shapesGraph/circles.ts';

/**
 * The class hierarchy as rdf-validate-shacl must see it. The engine looks for subclasses only in the data, and it never
 * ends when they form a cycle. Therefore its look-ups of subclasses are answered from the class graph without cycles, and
 * an instance of one class of a cycle counts as an instance of all classes of the cycle.
 */
export class ReferenceClasses {
  /** True when instances get types that the data do not state, because classes form cycles. */
  readonly hasCircles: boolean;
  readonly #subclasses = new Map<TermId, Set<TermId>>();
  /** For each class in a cycle, all classes of the cycle. */
  readonly #equivalents: ReadonlyMap<TermId, readonly TermId[]>;

  constructor(classGraph: Graph) {
    this.#equivalents = circlesOf(classGraph);
    this.hasCircles = this.#equivalents.size > 0;
    for (const { subject, object } of classGraph.withPredicate(rdfs.subClassOf)) {
      const circle = this.equivalentsOf(object);
      if (circle.includes(subject)) continue;
      for (const superclass of circle) {
        const subclasses = this.#subclasses.get(superclass) ?? new Set();
        this.#subclasses.set(superclass, subclasses.add(subject));
      }
    }
  }

  subclassesOf(id: TermId): readonly TermId[] {
    return [...(this.#subclasses.get(id) ?? [])];
  }

  /** The classes of the cycle that contains the class; the class alone when it is in no cycle. */
  equivalentsOf(id: TermId): readonly TermId[] {
    return this.#equivalents.get(id) ?? [id];
  }
}

/**
 * The data with the class hierarchy as rdf-validate-shacl must see it. All other look-ups return the data unchanged.
 */
export class ReferenceData implements Graph {
  readonly classes: ReferenceClasses;
  readonly #data: Graph;

  constructor(data: Graph, classes: ReferenceClasses) {
    this.#data = data;
    this.classes = classes;
  }

  get size(): number {
    return this.#data.size;
  }

  has(subject: TermId, predicate: TermId, object: TermId): boolean {
    return this.#data.has(subject, predicate, object);
  }

  objects(subject: TermId, predicate: TermId): readonly TermId[] {
    const objects = this.#data.objects(subject, predicate);
    if (predicate !== rdf.type || !this.classes.hasCircles) return objects;
    return [...new Set(objects.flatMap((type) => this.classes.equivalentsOf(type)))];
  }

  subjects(predicate: TermId, object: TermId): readonly TermId[] {
    if (predicate === rdfs.subClassOf) return this.classes.subclassesOf(object);
    if (predicate !== rdf.type || !this.classes.hasCircles) return this.#data.subjects(predicate, object);
    const types = this.classes.equivalentsOf(object);
    return [...new Set(types.flatMap((type) => this.#data.subjects(predicate, type)))];
  }

  outgoing(subject: TermId): readonly Triple[] {
    return this.#data.outgoing(subject);
  }

  forEachOutgoing(subject: TermId, visit: (predicate: TermId, object: TermId) => void): void {
    this.#data.forEachOutgoing(subject, visit);
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
}

/**
 * Only the data that the engine needs to decide which of some nodes are targets, because it lists every target that it
 * sees.
 */
export class ReferenceTargets extends ReferenceData {
  readonly #nodes: readonly TermId[];

  constructor(data: Graph, classes: ReferenceClasses, nodes: readonly TermId[]) {
    super(data, classes);
    this.#nodes = nodes;
  }

  override subjects(predicate: TermId, object: TermId): readonly TermId[] {
    if (predicate !== rdf.type) return super.subjects(predicate, object);
    return this.#nodes.filter((node) => this.objects(node, predicate).includes(object));
  }

  override withPredicate(predicate: TermId): readonly Triple[] {
    return this.#nodes
      .flatMap((node) => [...this.outgoing(node), ...this.incoming(node)])
      .filter((triple) => triple.predicate === predicate);
  }
}

function circlesOf(graph: Graph): ReadonlyMap<TermId, readonly TermId[]> {
  const classes = new Set(graph.withPredicate(rdfs.subClassOf).map(({ subject }) => subject));
  const circles = findCircles(classes, (id) => graph.objects(id, rdfs.subClassOf));
  const members = new Map<number, TermId[]>();
  for (const [id, circle] of circles) members.set(circle, [...(members.get(circle) ?? []), id]);
  return new Map([...circles].map(([id, circle]) => [id, members.get(circle)!]));
}
