import { type Graph, type GraphDelta, IndexedGraph } from './graph.ts';
import type { TermId, Triple } from './terms.ts';

/** A graph with a delta applied, without copying the graph. Meant for deltas of a few triples. */
export class OverlayGraph implements Graph {
  readonly #base: Graph;
  readonly #added: IndexedGraph;
  readonly #removed: IndexedGraph;

  constructor(base: Graph, delta: GraphDelta) {
    this.#base = base;
    const held = ({ subject, predicate, object }: Triple) => base.has(subject, predicate, object);
    const added = new IndexedGraph(delta.added);
    const has = (graph: Graph, { subject, predicate, object }: Triple) =>
      graph.has(subject, predicate, object);
    this.#removed = new IndexedGraph(delta.removed.filter((triple) => held(triple) && !has(added, triple)));
    this.#added = new IndexedGraph([...added.triples()].filter((triple) => !held(triple)));
  }

  get size(): number {
    return this.#base.size + this.#added.size - this.#removed.size;
  }

  has(subject: TermId, predicate: TermId, object: TermId): boolean {
    return (
      this.#added.has(subject, predicate, object) ||
      (this.#base.has(subject, predicate, object) && !this.#removed.has(subject, predicate, object))
    );
  }

  objects(subject: TermId, predicate: TermId): readonly TermId[] {
    return change(
      this.#base.objects(subject, predicate),
      this.#removed.objects(subject, predicate),
      this.#added.objects(subject, predicate),
    );
  }

  subjects(predicate: TermId, object: TermId): readonly TermId[] {
    return change(
      this.#base.subjects(predicate, object),
      this.#removed.subjects(predicate, object),
      this.#added.subjects(predicate, object),
    );
  }

  outgoing(subject: TermId): readonly Triple[] {
    return this.#changeTriples(this.#base.outgoing(subject), this.#added.outgoing(subject));
  }

  incoming(object: TermId): readonly Triple[] {
    return this.#changeTriples(this.#base.incoming(object), this.#added.incoming(object));
  }

  withPredicate(predicate: TermId): readonly Triple[] {
    return this.#changeTriples(this.#base.withPredicate(predicate), this.#added.withPredicate(predicate));
  }

  *triples(): Iterable<Triple> {
    for (const triple of this.#base.triples()) if (!this.#isRemoved(triple)) yield triple;
    yield* this.#added.triples();
  }

  #changeTriples(base: readonly Triple[], added: readonly Triple[]): readonly Triple[] {
    const kept = this.#removed.size === 0 ? base : base.filter((triple) => !this.#isRemoved(triple));
    return added.length === 0 ? kept : [...kept, ...added];
  }

  #isRemoved({ subject, predicate, object }: Triple): boolean {
    return this.#removed.has(subject, predicate, object);
  }
}

function change(
  base: readonly TermId[],
  removed: readonly TermId[],
  added: readonly TermId[],
): readonly TermId[] {
  const kept = removed.length === 0 ? base : base.filter((id) => !removed.includes(id));
  return added.length === 0 ? kept : [...kept, ...added];
}
