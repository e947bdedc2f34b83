import { applyDelta, composeDeltas, deltaSize, type ExactDelta, emptyDelta } from './exactDelta.ts';
import { type Graph, IndexedGraph } from './graph.ts';
import { OverlayGraph } from './overlayGraph.ts';
import type { TermId, Triple } from './terms.ts';
import { TouchedNodes } from './touchedNodes.ts';
import { TripleCounts } from './tripleCounts.ts';

/**
 * The graph of a document: the set of triples that its statements state, each possibly several times. A triple is in
 * the graph as long as one of its occurrences is. Immutable.
 *
 * Versions of a document share an index of an early version. On top of it are two layers of changes: older ones, which
 * are shared as well, and recent ones, which are copied from version to version. A layer that grows too large is merged
 * into the one below.
 */
export class StatedGraph implements Graph {
  readonly #base: Base;
  readonly #changes: ExactDelta;
  /** How often triples are repeated beyond the repeats of the base. */
  readonly #moreRepeats: TripleCounts;
  /** The nodes that the changes of both layers touch; all other nodes are looked up in the index. */
  readonly #touched: TouchedNodes;
  readonly #index: IndexedGraph;
  /** The base with the changes applied. */
  readonly #graph: IndexedGraph | OverlayGraph;
  #all: ExactDelta | undefined;

  private constructor(base: Base, changes: ExactDelta, moreRepeats: TripleCounts) {
    this.#base = base;
    this.#changes = changes;
    this.#moreRepeats = moreRepeats;
    this.#touched = base.touched.and(changes);
    this.#index = base.index;
    this.#graph = deltaSize(changes) === 0 ? base.graph : new OverlayGraph(base.graph, changes);
  }

  /** @param triples subject, predicate, object in a row, in order of writing, repeats included. */
  static of(triples: Int32Array): StatedGraph {
    const index = new IndexedGraph(triples);
    const repeats = new TripleCounts();
    addAll(repeats, index.repeats, 1);
    const base = { index, changes: emptyDelta, touched: noNodes, graph: index, repeats, origin: undefined };
    return new StatedGraph(base, emptyDelta, new TripleCounts());
  }

  /**
   * The graph after some occurrences were removed and others added, both given like those of `of`. Remaining triples
   * keep their order; new ones follow.
   *
   * @throws RangeError when a removed occurrence is not there.
   */
  changed(removed: Int32Array, added: Int32Array): StatedGraph {
    const more = new TripleCounts();
    addAll(more, added, 1);
    addAll(more, removed, -1);
    const entering = new TripleCounts();
    const leaving: number[] = [];
    const moreRepeats = this.#moreRepeats.copy();
    more.forEach((subject, predicate, object, count) => {
      const before = this.#timesStated(subject, predicate, object);
      const after = before + count;
      if (after < 0) throw new RangeError(`${subject} ${predicate} ${object} is not stated that often`);
      if (before === 0) entering.add(subject, predicate, object, 1);
      if (after === 0) leaving.push(subject, predicate, object);
      const repeats = Math.max(after - 1, 0) - Math.max(before - 1, 0);
      if (repeats !== 0) moreRepeats.add(subject, predicate, object, repeats);
    });
    const changes = composeDeltas(this.#changes, {
      // In document order, without repeats.
      added: new IndexedGraph(triplesAmong(added, entering)),
      removed: new IndexedGraph(Int32Array.from(leaving)),
    });
    return deltaSize(changes) + moreRepeats.size > mostRecentChanges
      ? new StatedGraph(rebased(this.#base, changes, moreRepeats), emptyDelta, new TripleCounts())
      : new StatedGraph(this.#base, changes, moreRepeats);
  }

  /**
   * A superset of the difference between two versions of a document, not much larger than what changed between them.
   * Undefined when that is not known.
   */
  candidatesForDifference(other: StatedGraph): readonly Triple[] | undefined {
    const between = changesSince(this.#base, other.#base) ?? changesSince(other.#base, this.#base);
    if (between === undefined) return undefined;
    const all = [this.#changes, ...between, other.#changes];
    return all.flatMap(({ added, removed }) => [...added.triples(), ...removed.triples()]);
  }

  /** The index that versions of the document share, and the changes since it was made. */
  get indexed(): { readonly index: IndexedGraph; readonly changes: ExactDelta } {
    this.#all ??= composeDeltas(this.#base.changes, this.#changes);
    return { index: this.#index, changes: this.#all };
  }

  get size(): number {
    return this.#graph.size;
  }

  has(subject: TermId, predicate: TermId, object: TermId): boolean {
    const graph = this.#touched.subjects.mayHold(subject) ? this.#graph : this.#index;
    return graph.has(subject, predicate, object);
  }

  objects(subject: TermId, predicate: TermId): readonly TermId[] {
    const graph = this.#touched.subjects.mayHold(subject) ? this.#graph : this.#index;
    return graph.objects(subject, predicate);
  }

  subjects(predicate: TermId, object: TermId): readonly TermId[] {
    const graph = this.#touched.objects.mayHold(object) ? this.#graph : this.#index;
    return graph.subjects(predicate, object);
  }

  outgoing(subject: TermId): readonly Triple[] {
    const graph = this.#touched.subjects.mayHold(subject) ? this.#graph : this.#index;
    return graph.outgoing(subject);
  }

  forEachOutgoing(subject: TermId, visit: (predicate: TermId, object: TermId) => void): void {
    const graph = this.#touched.subjects.mayHold(subject) ? this.#graph : this.#index;
    graph.forEachOutgoing(subject, visit);
  }

  incoming(object: TermId): readonly Triple[] {
    const graph = this.#touched.objects.mayHold(object) ? this.#graph : this.#index;
    return graph.incoming(object);
  }

  withPredicate(predicate: TermId): readonly Triple[] {
    return this.#graph.withPredicate(predicate);
  }

  triples(): Iterable<Triple> {
    return this.#graph.triples();
  }

  #timesStated(subject: TermId, predicate: TermId, object: TermId): number {
    if (!this.#graph.has(subject, predicate, object)) return 0;
    const repeats = this.#base.repeats.get(subject, predicate, object);
    return 1 + repeats + this.#moreRepeats.get(subject, predicate, object);
  }
}

/** The state at some earlier version. */
interface Base {
  readonly index: IndexedGraph;
  /** The changes since the index was made. */
  readonly changes: ExactDelta;
  readonly touched: TouchedNodes;
  /** The index with the changes applied. */
  readonly graph: IndexedGraph | OverlayGraph;
  /** For each triple, how often it is stated beyond the first time. */
  readonly repeats: TripleCounts;
  /** The previous base, held weakly, and what had changed since. */
  readonly origin: { readonly base: WeakRef<Base>; readonly changes: ExactDelta } | undefined;
}

/** The maximum number of triples in which a version may differ from its base. */
const mostRecentChanges = 32;

/**
 * The maximum number of triples in which a base may differ from an index of that size. More changes make every merge
 * slower; a new index takes time for the whole graph. The square root balances the two.
 */
function mostChanges(size: number): number {
  return 64 + 4 * Math.sqrt(size);
}

const noNodes = TouchedNodes.of(emptyDelta, mostRecentChanges);

function rebased(old: Base, recent: ExactDelta, moreRepeats: TripleCounts): Base {
  const repeats = old.repeats.copy();
  moreRepeats.forEach((subject, predicate, object, count) => {
    repeats.add(subject, predicate, object, count);
  });
  const origin = { base: new WeakRef(old), changes: recent };
  const changes = composeDeltas(old.changes, recent);
  if (deltaSize(changes) > mostChanges(old.index.size)) {
    const index = new IndexedGraph(applyDelta(changes, old.index.flat()));
    return { index, changes: emptyDelta, touched: noNodes, graph: index, repeats, origin };
  }
  const touched = TouchedNodes.of(changes, mostRecentChanges);
  return { index: old.index, changes, touched, graph: new OverlayGraph(old.index, changes), repeats, origin };
}

/** The changes from one base to another; undefined when not known. */
function changesSince(base: Base, earlier: Base): readonly ExactDelta[] | undefined {
  const changes: ExactDelta[] = [];
  let current: Base | undefined = base;
  while (current !== earlier) {
    if (current?.origin === undefined) return undefined;
    changes.push(current.origin.changes);
    current = current.origin.base.deref();
  }
  return changes;
}

function triplesAmong(triples: Int32Array, chosen: TripleCounts): Int32Array {
  const found: number[] = [];
  for (let i = 0; i < triples.length; i += 3) {
    const [subject, predicate, object] = [triples[i]!, triples[i + 1]!, triples[i + 2]!];
    if (chosen.get(subject, predicate, object) > 0) found.push(subject, predicate, object);
  }
  return Int32Array.from(found);
}

function addAll(counts: TripleCounts, triples: Int32Array, amount: number): void {
  for (let i = 0; i < triples.length; i += 3) {
    counts.add(triples[i]!, triples[i + 1]!, triples[i + 2]!, amount);
  }
}
