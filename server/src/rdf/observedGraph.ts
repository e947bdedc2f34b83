import type { Graph } from './graph.ts';
import type { TermId, Triple } from './terms.ts';

/** The pattern of the triples that a look-up matches. Members that are not given match any term. */
export interface LookUp {
  readonly subject?: TermId;
  readonly predicate?: TermId;
  readonly object?: TermId;
}

/** A graph that reports the look-ups made on it. */
export class ObservedGraph implements Graph {
  readonly #graph: Graph;
  readonly #observe: (lookUp: LookUp, found: readonly Triple[]) => void;

  constructor(graph: Graph, observe: (lookUp: LookUp, found: readonly Triple[]) => void) {
    this.#graph = graph;
    this.#observe = observe;
  }

  get size(): number {
    return this.#graph.size;
  }

  has(subject: TermId, predicate: TermId, object: TermId): boolean {
    return this.objects(subject, predicate).includes(object);
  }

  objects(subject: TermId, predicate: TermId): readonly TermId[] {
    const found = this.#graph.objects(subject, predicate);
    const triples = found.map((object) => ({ subject, predicate, object }));
    this.#observe({ subject, predicate }, triples);
    return found;
  }

  subjects(predicate: TermId, object: TermId): readonly TermId[] {
    const found = this.#graph.subjects(predicate, object);
    const triples = found.map((subject) => ({ subject, predicate, object }));
    this.#observe({ predicate, object }, triples);
    return found;
  }

  outgoing(subject: TermId): readonly Triple[] {
    return this.#seen({ subject }, this.#graph.outgoing(subject));
  }

  forEachOutgoing(subject: TermId, visit: (predicate: TermId, object: TermId) => void): void {
    for (const { predicate, object } of this.outgoing(subject)) visit(predicate, object);
  }

  incoming(object: TermId): readonly Triple[] {
    return this.#seen({ object }, this.#graph.incoming(object));
  }

  withPredicate(predicate: TermId): readonly Triple[] {
    return this.#seen({ predicate }, this.#graph.withPredicate(predicate));
  }

  triples(): Iterable<Triple> {
    return this.#seen({}, [...this.#graph.triples()]);
  }

  #seen(lookUp: LookUp, found: readonly Triple[]): readonly Triple[] {
    this.#observe(lookUp, found);
    return found;
  }
}

/** Identifies a look-up: the same text for the same pattern. */
export function lookUpKey({ subject, predicate, object }: LookUp): string {
  return `${subject ?? ''} ${predicate ?? ''} ${object ?? ''}`;
}
