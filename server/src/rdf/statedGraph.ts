import { type Graph, IndexedGraph } from './graph.ts';
import type { TermId, Triple } from './terms.ts';

/**
 * The graph of a document: the set of triples that its statements state, each of them possibly several times. A
 * triple is in the graph as long as one of its occurrences is. Immutable.
 */
export class StatedGraph implements Graph {
  /** All occurrences, flat. */
  readonly #stated: Int32Array;
  readonly #index: IndexedGraph;

  private constructor(stated: Int32Array) {
    this.#stated = stated;
    this.#index = new IndexedGraph(unflatten(stated));
  }

  /** @param triples subject, predicate, object in a row, in order of writing, repeats included. */
  static of(triples: Int32Array): StatedGraph {
    return new StatedGraph(triples);
  }

  /**
   * The graph after occurrences were taken away and others were added, both flat like those of `of`. Triples that
   * stay keep their order, new ones come after them. Throws a RangeError when an occurrence that is taken away
   * is not there.
   */
  changed(removed: Int32Array, added: Int32Array): StatedGraph {
    const takenAway = new Map<string, number>();
    for (const triple of unflatten(removed)) {
      const key = keyOf(triple);
      takenAway.set(key, (takenAway.get(key) ?? 0) + 1);
    }
    const kept: number[] = [];
    for (const triple of unflatten(this.#stated)) {
      const key = keyOf(triple);
      const count = takenAway.get(key) ?? 0;
      if (count > 0) takenAway.set(key, count - 1);
      else kept.push(triple.subject, triple.predicate, triple.object);
    }
    for (const [key, count] of takenAway) {
      if (count > 0) throw new RangeError(`not stated: ${key}`);
    }
    return new StatedGraph(Int32Array.from([...kept, ...added]));
  }

  get size(): number {
    return this.#index.size;
  }

  has(subject: TermId, predicate: TermId, object: TermId): boolean {
    return this.#index.has(subject, predicate, object);
  }

  objects(subject: TermId, predicate: TermId): readonly TermId[] {
    return this.#index.objects(subject, predicate);
  }

  subjects(predicate: TermId, object: TermId): readonly TermId[] {
    return this.#index.subjects(predicate, object);
  }

  outgoing(subject: TermId): readonly Triple[] {
    return this.#index.outgoing(subject);
  }

  incoming(object: TermId): readonly Triple[] {
    return this.#index.incoming(object);
  }

  withPredicate(predicate: TermId): readonly Triple[] {
    return this.#index.withPredicate(predicate);
  }

  triples(): Iterable<Triple> {
    return this.#index.triples();
  }
}

function* unflatten(triples: Int32Array): Iterable<Triple> {
  for (let i = 0; i < triples.length; i += 3) {
    yield { subject: triples[i]!, predicate: triples[i + 1]!, object: triples[i + 2]! };
  }
}

function keyOf({ subject, predicate, object }: Triple): string {
  return `${subject} ${predicate} ${object}`;
}
