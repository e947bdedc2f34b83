import { type ExactDelta, exactDelta } from './exactDelta.ts';
import { type Graph, type GraphDelta, IndexedGraph } from './graph.ts';
import type { TermId, Triple } from './terms.ts';
import { TouchedNodes } from './touchedNodes.ts';

/**
 * A graph with a delta applied, without copying the graph. Creating it takes time proportional to the delta. For nodes
 * that the delta does not touch, a look-up costs little more than in the base.
 */
export class OverlayGraph implements Graph, ExactDelta {
  readonly base: Graph;
  /** Triples that are not in the base. */
  readonly added: IndexedGraph;
  /** Triples that are in the base, but not in this graph. */
  readonly removed: IndexedGraph;
  readonly #touched: TouchedNodes;

  /** @param delta may contain triples that change nothing; triples on both sides are added. */
  constructor(base: Graph, delta: GraphDelta | ExactDelta) {
    const { added, removed } = isExact(delta) ? delta : exactDelta(base, delta);
    this.base = base;
    this.added = added;
    this.removed = removed;
    this.#touched = TouchedNodes.of(this);
  }

  get size(): number {
    return this.base.size + this.added.size - this.removed.size;
  }

  has(subject: TermId, predicate: TermId, object: TermId): boolean {
    if (!this.#touched.subjects.mayHold(subject)) return this.base.has(subject, predicate, object);
    return (
      (this.base.has(subject, predicate, object) && !this.removed.has(subject, predicate, object)) ||
      this.added.has(subject, predicate, object)
    );
  }

  objects(subject: TermId, predicate: TermId): readonly TermId[] {
    if (!this.#touched.subjects.mayHold(subject)) return this.base.objects(subject, predicate);
    const removed = this.removed.objects(subject, predicate);
    return followedBy(
      without(removed, this.base.objects(subject, predicate)),
      this.added.objects(subject, predicate),
    );
  }

  subjects(predicate: TermId, object: TermId): readonly TermId[] {
    if (!this.#touched.objects.mayHold(object)) return this.base.subjects(predicate, object);
    const removed = this.removed.subjects(predicate, object);
    return followedBy(
      without(removed, this.base.subjects(predicate, object)),
      this.added.subjects(predicate, object),
    );
  }

  outgoing(subject: TermId): readonly Triple[] {
    if (!this.#touched.subjects.mayHold(subject)) return this.base.outgoing(subject);
    const removed = this.removed.outgoing(subject);
    return followedBy(
      this.#withoutTriples(removed, this.base.outgoing(subject)),
      this.added.outgoing(subject),
    );
  }

  forEachOutgoing(subject: TermId, visit: (predicate: TermId, object: TermId) => void): void {
    if (this.#touched.subjects.mayHold(subject)) {
      for (const { predicate, object } of this.outgoing(subject)) visit(predicate, object);
    } else {
      this.base.forEachOutgoing(subject, visit);
    }
  }

  incoming(object: TermId): readonly Triple[] {
    if (!this.#touched.objects.mayHold(object)) return this.base.incoming(object);
    const removed = this.removed.incoming(object);
    return followedBy(this.#withoutTriples(removed, this.base.incoming(object)), this.added.incoming(object));
  }

  withPredicate(predicate: TermId): readonly Triple[] {
    const removed = this.removed.withPredicate(predicate);
    return followedBy(
      this.#withoutTriples(removed, this.base.withPredicate(predicate)),
      this.added.withPredicate(predicate),
    );
  }

  *triples(): Iterable<Triple> {
    for (const triple of this.base.triples()) if (!this.#isRemoved(triple)) yield triple;
    yield* this.added.triples();
  }

  #withoutTriples(removed: readonly Triple[], triples: readonly Triple[]): readonly Triple[] {
    return removed.length === 0 ? triples : triples.filter((triple) => !this.#isRemoved(triple));
  }

  #isRemoved({ subject, predicate, object }: Triple): boolean {
    return this.removed.has(subject, predicate, object);
  }
}

function isExact(delta: GraphDelta | ExactDelta): delta is ExactDelta {
  return delta.added instanceof IndexedGraph;
}

function without(removed: readonly TermId[], ids: readonly TermId[]): readonly TermId[] {
  if (removed.length === 0) return ids;
  if (removed.length <= 8) return ids.filter((id) => !removed.includes(id));
  const gone = new Set(removed);
  return ids.filter((id) => !gone.has(id));
}

function followedBy<Item>(kept: readonly Item[], added: readonly Item[]): readonly Item[] {
  if (added.length === 0) return kept;
  return kept.length === 0 ? added : [...kept, ...added];
}
